/**
 * Seed §6, to the letter: what the browser shows without sign-in. It is a courtesy only; the server decides about
 * every call by itself.
 */
const PUBLIC_FIRST_SEGMENTS: ReadonlySet<string> = new Set([
  'get-started',
  'register-crew',
  'register-customer',
  'login',
  'forgot-password',
  'reset-password',
  'my-assignments',
  'authenticate',
  'ondemand',
])

export function isPublicPath(pathname: string): boolean {
  const first = pathname.split('/')[1] ?? ''
  return PUBLIC_FIRST_SEGMENTS.has(first) || pathname.includes('/go') || pathname.includes('/update-billing')
}

type Target = { pathname: string; search: string; hash?: string }

/** Where the guard sends somebody, or null when they may go on. */
export function guardPath(target: Target, hasAuthCookie: boolean): string | null {
  if (hasAuthCookie || isPublicPath(target.pathname)) return null
  const wanted = target.pathname + target.search + (target.hash ?? '')
  return wanted === '/' || target.pathname === '/logout'
    ? '/login'
    : `/login?to=${encodeURIComponent(wanted)}`
}
