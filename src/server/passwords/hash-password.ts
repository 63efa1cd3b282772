/** Argon2id by Node's own crypto. At most two hashes run at a time, so that sign-ins cannot starve everything else. */

import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const MOST_AT_ONCE = 2
/** Longer queues are answered "unavailable" by the caller instead of minutes later. */
const LONGEST_QUEUE = 200

const derive = promisify(argon2)
const waiting: (() => void)[] = []
let running = 0

/**
 * PHC-like text: `argon2id$<salt>$<tag>`, both base64url. `like`: with the salt of that hash. All accounts of one
 * address share a salt, so that one hash tells which of them a password opens, however many there are.
 */
export async function hashPassword(password: string, like: string | null = null): Promise<string> {
  const salt = partsOf(like)?.salt ?? randomBytes(16)
  const tag = await tagOf(password, salt)
  return `argon2id$${salt.toString('base64url')}$${tag.toString('base64url')}`
}

/** Takes as long for a stored text that is no hash (an unknown account) as for a real one. */
export async function isPasswordOf(stored: string | null, password: string): Promise<boolean> {
  return (await matchPassword([stored], password)) !== null
}

/** Which of the hashes of one address the password fits, the first of them; takes as long for none and for many. */
export async function matchPassword(
  stored: readonly (string | null)[],
  password: string,
): Promise<number | null> {
  const hashes = stored.map(partsOf)
  const salt = hashes.find((hash) => hash !== null)?.salt ?? randomBytes(16)
  const computed = await tagOf(password, salt)
  const found = hashes.findIndex(
    (hash) => hash !== null && hash.salt.equals(salt) && timingSafeEqual(computed, hash.tag),
  )
  return found < 0 ? null : found
}

/** Whether two hashes under one salt are of one password. */
export function isSameHash(one: string | null, other: string | null): boolean {
  const [a, b] = [partsOf(one), partsOf(other)]
  return a !== null && b !== null && a.salt.equals(b.salt) && timingSafeEqual(a.tag, b.tag)
}

/** Null for what is no hash of ours. */
function partsOf(stored: string | null): { readonly salt: Buffer; readonly tag: Buffer } | null {
  const [kind, salt, tag] = (stored ?? '').split('$')
  if (kind !== 'argon2id' || salt === undefined || tag === undefined) return null
  const parts = { salt: Buffer.from(salt, 'base64url'), tag: Buffer.from(tag, 'base64url') }
  return parts.tag.length === COST.tagLength ? parts : null
}

export function isHashQueueFull(): boolean {
  return waiting.length >= LONGEST_QUEUE
}

async function tagOf(password: string, salt: Buffer): Promise<Buffer> {
  if (running >= MOST_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    // The same word typed in another Unicode form is the same password.
    return await derive('argon2id', { ...COST, message: password.normalize('NFC'), nonce: salt })
  } finally {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
}
