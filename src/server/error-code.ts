/** The code by which Node, a driver or PostgreSQL names what went wrong; empty where an error has none. */
export function errorCode(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}
