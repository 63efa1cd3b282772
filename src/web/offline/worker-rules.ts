/** What the service worker does with whom, apart from doing it. */
import { withoutSecrets } from '#contract/hospitable-answer.ts'
import { fieldsIn, parseJson } from '#contract/outside.ts'

/**
 * `network`: never touched; `page`: the network for three seconds, then the kept shell; `asset`: what is kept first, its
 * name changes with its content; `file`, `picture`: what is kept only where the network fails.
 */
export type Plan = 'network' | 'page' | 'asset' | 'file' | 'picture'

type Asked = { method: string; url: string; mode: string; hasRange: boolean }

/** Data and the marks of builds always come from the server. */
const SERVERS_OWN = /^\/(api|builds)(\/|$)/

export function planFor({ method, url, mode, hasRange }: Asked, origin: string): Plan {
  const asked = new URL(url)
  if (method !== 'GET' || asked.origin !== origin || hasRange) return 'network'
  if (SERVERS_OWN.test(asked.pathname) || asked.pathname === '/sw.js') return 'network'
  // A kept page would leave the code in the address, and the server would never get it.
  if (withoutSecrets(asked.pathname, asked.search) !== null) return 'network'
  if (asked.pathname.startsWith('/images/')) return 'picture'
  // The server knows no page with an ending either.
  if (mode === 'navigate' && !/\.[a-z0-9]+$/i.test(asked.pathname)) return 'page'
  return asked.pathname.startsWith('/assets/') ? 'asset' : 'file'
}

const PREFIX = 'crew-shell-'

export function cacheName(buildId: string): string {
  return PREFIX + buildId
}

/** Caches that may go: all of ours but this build's and the last whole one before. Names come in the order of their making. */
export function outdatedCaches(
  names: readonly string[],
  { own, whole }: { own: string; whole: readonly string[] },
): string[] {
  const others = names.filter((name) => name.startsWith(PREFIX) && name !== own)
  const before = others.filter((name) => whole.includes(name)).at(-1)
  return others.filter((name) => name !== before)
}

/** Addresses that a page may ask to be kept: our own assets, not too many. */
export function keepable(data: unknown, origin: string): string[] {
  const { keep } = fieldsIn(data)
  if (!Array.isArray(keep)) return []
  return keep
    .filter((url): url is string => typeof url === 'string' && url.startsWith(`${origin}/assets/`))
    .slice(0, 200)
}

export type PushedNotice = { title: string; text: string; url: string }

/** What a push says; null where it is none of ours. A tap never leads away from us. */
export function readPush(sent: string, origin: string): PushedNotice | null {
  const { title, text, url } = fieldsIn(parseJson(sent))
  if (typeof title !== 'string' || typeof text !== 'string') return null
  return { title, text, url: addressOf({ url }, origin) }
}

/** Where a tap on a shown notice leads: to our own page where it names none, or nobody's. */
export function addressOf(data: unknown, origin: string): string {
  const { url } = fieldsIn(data)
  return typeof url === 'string' && URL.canParse(url, origin) ? ownAddress(url, origin) : '/'
}

function ownAddress(url: string, origin: string): string {
  const target = new URL(url, origin)
  return target.origin === origin ? target.pathname + target.search : '/'
}
