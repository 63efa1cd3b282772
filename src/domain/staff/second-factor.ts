/**
 * The second factor: who must give one before what, and the codes of an app (RFC 6238 over RFC 4226: SHA-1, six digits,
 * thirty seconds, as every app knows them).
 */
import { type Instant, MINUTE_MS } from '../time.ts'
import type { Capability, StaffRole } from './roles.ts'

const STEP_MS = MINUTE_MS / 2
const DIGITS = 6
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Who owns a city or keeps its money. */
const ROLES: readonly StaffRole[] = ['owner', 'finance']
/** What moves money, or says who may, or what holds. */
const CAPABILITIES: readonly Capability[] = ['refund', 'money', 'catalogue', 'system', 'staff']

export function needsSecondFactor(role: StaffRole | null, capability: Capability): boolean {
  return role !== null && ROLES.includes(role) && CAPABILITIES.includes(capability)
}

/** Which of the spans of thirty seconds since 1970 an instant is in. */
export function stepAt(at: Instant): number {
  return Math.floor(at / STEP_MS)
}

/** The moving factor as eight bytes, the highest first. */
export function bytesOfStep(step: number): Uint8Array {
  return Uint8Array.from({ length: 8 }, (_, index) => Math.floor(step / 256 ** (7 - index)) % 256)
}

/** RFC 4226 §5.3: four bytes from where the last half byte says, without their sign. */
export function codeOf(hmac: Uint8Array, digits = DIGITS): string {
  const at = (hmac.at(-1) ?? 0) % 16
  const [first = 0, second = 0, third = 0, fourth = 0] = hmac.subarray(at, at + 4)
  const number = (first % 128) * 256 ** 3 + second * 256 ** 2 + third * 256 + fourth
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** As apps read a secret. */
export function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)] ?? '').join('')
}

/** Opens the app where there is one. */
export function appLink(secret: string, email: string): string {
  return `otpauth://totp/${encodeURIComponent(`Crew:${email}`)}?secret=${secret}&issuer=Crew`
}
