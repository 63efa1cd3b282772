/** What PostgreSQL's and the driver's errors mean for us (codes: PostgreSQL manual, appendix A). */
import { errorCode, errorText } from '../error-code.ts'
import { isLost } from '../failover/read-loss.ts'
import { isOfNames } from '../connections/statement-names.ts'

/** Serialization failure, deadlock, or a prepared statement of before: the same transaction may succeed when it runs again. */
export function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(errorCode(error)) || isOfNames(error)
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
  return errorText(error, 'constraint')
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
