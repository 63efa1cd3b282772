/** What PostgreSQL's and the driver's errors mean for us (codes: PostgreSQL manual, appendix A). */
import { errorCode } from '../error-code.ts'

/** Serialization failure or deadlock: the same transaction may succeed when it runs again. */
export function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(errorCode(error))
}

/** Something new was to be given to an account that was merged into another (`refuse_merged`). */
export function isOfMerged(error: unknown): boolean {
  return errorCode(error) === 'CM001'
}

/** Something was to be written in a transaction that only reads. */
export function isReadOnly(error: unknown): boolean {
  return errorCode(error) === '25006'
}

/** A unique constraint refused; the constraint's name tells which. */
export function violatedUnique(error: unknown): string | undefined {
  if (errorCode(error) !== '23505') return undefined
  return textIn(error, 'constraint')
}

/** The database is away, starting, full or too slow: worth a 503 with Retry-After, not a 500. */
export function isUnavailable(error: unknown): boolean {
  const code = errorCode(error)
  if (/^(53|58)/.test(code) || code === '57014' || isConflict(error) || isLost(error)) return true
  return (
    error instanceof Error &&
    /^(Query read timeout|timeout exceeded when trying to connect)/.test(error.message)
  )
}

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
  if (/^(08|57P)/.test(code) || isReadOnly(error)) return true
  if (NETWORK_CODES.includes(code)) return /connect|read|write|getaddrinfo/.test(textIn(error, 'syscall'))
  return (
    error instanceof Error &&
    /^(Connection terminated|Client has encountered a connection error)/.test(error.message)
  )
}

/** What the driver or Node says about an error under a name of theirs; empty where it says nothing. */
function textIn(error: unknown, name: string): string {
  const text: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined
  return typeof text === 'string' ? text : ''
}
