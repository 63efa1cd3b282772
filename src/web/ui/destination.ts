/**
 * Where a link may lead. External means any scheme or protocol-relative address; some schemes never pass
 * (architecture §4). Navigating outside needs explicit permission (seed §8).
 */
const neverAllowed = new Set(['javascript:', 'data:', 'blob:', 'vbscript:', 'file:'])

export type Destination = 'internal' | 'external' | 'forbidden'

/** Looks at an address as a browser would: tabs and line breaks inside it do not hide a scheme. */
export function classifyDestination(to: string): Destination {
  const address = to.replace(/[\t\n\r]/g, '').trim()
  const scheme = /^([a-z][a-z0-9+.-]*:)/i.exec(address)?.[1]?.toLowerCase()
  if (scheme) return neverAllowed.has(scheme) ? 'forbidden' : 'external'
  return /^[\\/]{2}/.test(address) ? 'external' : 'internal'
}

/** The path if it stays on this site, else the fallback; for `?to=` values. */
export function internalPathOr(to: string | null | undefined, fallback: string): string {
  if (!to?.startsWith('/')) return fallback
  const base = 'https://internal.invalid'
  if (classifyDestination(to) !== 'internal' || !URL.canParse(to, base)) return fallback
  const url = new URL(to, base)
  return url.origin === base ? url.pathname + url.search + url.hash : fallback
}
