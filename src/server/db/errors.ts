/** What PostgreSQL's and the driver's errors mean for us (codes: PostgreSQL manual, appendix A). */

/** Serialization failure or deadlock: the same transaction may succeed when it runs again. */
export function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error))
}

/** A unique constraint refused; the constraint's name tells which. */
export function violatedUnique(error: unknown): string | undefined {
  if (codeOf(error) !== '23505') return undefined
  return (error as { constraint?: string }).constraint ?? ''
}

/** The database is away, starting, full or too slow: worth a 503 with Retry-After, not a 500. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error)
  if (/^(08|53|57P|58)/.test(code) || code === '57014' || isConflict(error)) return true
  if (['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'].includes(code))
    return (
      'syscall' in (error as object) &&
      /connect|read|write|getaddrinfo/.test(String((error as { syscall: unknown }).syscall))
    )
  return (
    error instanceof Error &&
    /^(Query read timeout|timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/.test(
      error.message,
    )
  )
}

function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}
