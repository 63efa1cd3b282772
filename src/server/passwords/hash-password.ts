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

/** PHC-like text: `argon2id$<salt>$<tag>`, both base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await tagOf(password, salt)
  return `argon2id$${salt.toString('base64url')}$${tag.toString('base64url')}`
}

/** Takes as long for a stored text that is no hash (an unknown account) as for a real one. */
export async function isPasswordOf(stored: string | null, password: string): Promise<boolean> {
  const [kind, salt, tag] = (stored ?? '').split('$')
  const isHash = kind === 'argon2id' && salt !== undefined && tag !== undefined
  const computed = await tagOf(password, isHash ? Buffer.from(salt, 'base64url') : randomBytes(16))
  const expected = isHash ? Buffer.from(tag, 'base64url') : randomBytes(32)
  return timingSafeEqual(computed, expected) && isHash
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
