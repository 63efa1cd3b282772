/** Secrets of apps as they are kept, and the codes that they make. */
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { bytesOfStep, codeOf } from '#domain/staff/second-factor.ts'
import type { Config } from '../config.ts'

const SECRET_BYTES = 20
const NONCE_BYTES = 12
const TAG_BYTES = 16
const RECOVERY_CODES = 10
/** No sign that looks like another. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'

export function newSecret(): Buffer {
  return randomBytes(SECRET_BYTES)
}

/** For the account alone: sealed for another it does not open. */
export function seal(config: Config, userId: string, secret: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(config), nonce).setAAD(Buffer.from(userId))
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
}

export function unseal(config: Config, userId: string, sealed: Buffer): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(config), nonce)
  decipher.setAAD(Buffer.from(userId)).setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
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

function keyOf({ secret }: Config): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'second-factor', 32))
}
