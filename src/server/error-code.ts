/** The code by which Node, a driver or PostgreSQL names what went wrong; empty where an error has none. */
export function errorCode(error: unknown): string {
  return errorText(error, 'code')
}

/** What the driver or Node says about an error under a name of theirs; empty where it says nothing. */
export function errorText(error: unknown, name: string): string {
  const text: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined
  return typeof text === 'string' ? text : ''
}
