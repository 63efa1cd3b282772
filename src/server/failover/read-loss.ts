/** Whether it was the way to the database that broke (codes: PostgreSQL manual, appendix A; Node's and the driver's own). */
import { errorCode, errorText } from '../error-code.ts'

const NETWORK_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]

/**
 * The server or the way to it broke, or it is one that only reads, as after another took its place: the same may
 * succeed a moment later. A transaction was not done, unless it broke at its commit.
 */
export function isLost(error: unknown): boolean {
  // A name that stands for several addresses fails with all their errors in one.
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isLost)
  const code = errorCode(error)
  if (/^(08|57P|25006)/.test(code)) return true
  if (NETWORK_CODES.includes(code)) return /connect|read|write|getaddrinfo/.test(errorText(error, 'syscall'))
  return (
    error instanceof Error &&
    /^(Connection terminated|Client has encountered a connection error)/.test(error.message)
  )
}

const ours = new WeakSet<object>()

/** Keeps in mind that it was our database that failed: others lose their lines in the same words. */
export function noteOurs(error: unknown): never {
  if (typeof error === 'object' && error !== null) ours.add(error)
  throw error
}

export function isOurLoss(error: unknown): boolean {
  return typeof error === 'object' && error !== null && ours.has(error) && isLost(error)
}
