/** Secrets of apps, and the codes that they make. */
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { bytesOfStep, codeOf } from '#domain/staff/second-factor.ts'

const SECRET_BYTES = 20
const RECOVERY_CODES = 10
/** No sign that looks like another. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'

export function newSecret(): Buffer {
  return randomBytes(SECRET_BYTES)
}

/** How the secret of an account's app is sealed. */
export function sealedFor(userId: string): { purpose: 'second-factor'; owner: string } {
  return { purpose: 'second-factor', owner: userId }
}

export function codeAt(secret: Buffer, step: number, digits?: number): string {
  return codeOf(createHmac('sha1', secret).update(bytesOfStep(step)).digest(), digits)
}

/** Ten of fifty bits each, written in two halves. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const signs = Array.from(randomBytes(40))
      .filter((byte) => byte < SIGNS.length * 8)
      .map((byte) => SIGNS[byte % SIGNS.length])
      .slice(0, 10)
      .join('')
    return `${signs.slice(0, 5)}-${signs.slice(5)}`
  })
}

/** However it was typed. */
export function hashOfRecovery(userId: string, code: string): Buffer {
  const plain = code.toLowerCase().replace(/[^a-z0-9]/g, '')
  return createHash('sha256').update(`${userId}:${plain}`).digest()
}
