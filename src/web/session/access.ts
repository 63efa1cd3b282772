/**
 * Seed §6, to the letter: what the browser shows without sign-in. It is a courtesy only; the server decides about
 * every call by itself.
 */
import { withoutSecrets } from '#contract/hospitable-answer.ts'

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

/** Where the guard sends somebody, or null when they may go on. A secret in the address is left behind first. */
export function guardPath(target: Target, hasAuthCookie: boolean): string | null {
  const clean = withoutSecrets(target.pathname, target.search)
  const wanted = target.pathname + (clean ?? target.search) + (target.hash ?? '')
  if (hasAuthCookie || isPublicPath(target.pathname)) return clean === null ? null : wanted
  return wanted === '/' || target.pathname === '/logout'
    ? '/login'
    : `/login?to=${encodeURIComponent(wanted)}`
}
