/** Secrets as they are kept: sealed with a key made from the server's own secret, for one purpose and one owner. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Config } from './config.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

export type For = {
  readonly purpose:
    | 'second-factor'
    | 'stay-feed'
    | 'hospitable-tokens'
    | 'hospitable-answer'
    | 'hospitable-state'
  /** Sealed for another it does not open. */
  readonly owner: string
}

export function seal(config: Config, { purpose, owner }: For, secret: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(config, purpose), nonce).setAAD(Buffer.from(owner))
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
}

/** With the newest secret or one before it. Throws where it was not sealed so, or was changed since. */
export function unseal(config: Config, kept: For, sealed: Buffer): Buffer {
  const before = config.formerSecrets.map((secret) => ({ secret }))
  for (const each of [config, ...before.slice(0, -1)]) {
    try {
      return open(each, kept, sealed)
    } catch {
      // Perhaps by the one before.
    }
  }
  return open(before.at(-1) ?? config, kept, sealed)
}

/** The same by the newest secret; null where it is sealed by that one. Throws as `unseal` does. */
export function sealAnew(config: Config, kept: For, sealed: Buffer): Buffer | null {
  try {
    open(config, kept, sealed)
    return null
  } catch {
    return seal(config, kept, unseal(config, kept, sealed))
  }
}

type Secret = Pick<Config, 'secret'>

function open(config: Secret, { purpose, owner }: For, sealed: Buffer): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(config, purpose), nonce)
  decipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
}

/** For what is sealed, and for hashes that nobody else can make. */
export function keyOf({ secret }: Secret, purpose: For['purpose']): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}
