/** Secrets of apps, and the codes that they make. */
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { bytesOfStep, codeOf } from '#domain/staff/second-factor.ts'

const SECRET_BYTES = 20
const RECOVERY_CODES = 10
const RECOVERY_SIGNS = 24
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

/** Ten of 118 bits each, so that a plain hash keeps them (ASVS 6.5.2 asks for 112), written in groups of six. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const signs = Array.from(randomBytes(2 * RECOVERY_SIGNS))
      .filter((byte) => byte < SIGNS.length * 8)
      .map((byte) => SIGNS[byte % SIGNS.length])
      .slice(0, RECOVERY_SIGNS)
      .join('')
    return signs.replaceAll(/.{6}(?=.)/g, '$&-')
  })
}

/** However it was typed. */
export function hashOfRecovery(userId: string, code: string): Buffer {
  const plain = code.toLowerCase().replace(/[^a-z0-9]/g, '')
  return createHash('sha256').update(`${userId}:${plain}`).digest()
}
