/**
 * What Hospitable sends people back with carries a secret code in its query. The address keeps only what was answered:
 * the code stands in no history, no way back from signing in and no report of a page.
 */
const PATH = '/hospitable-redirect'
const SENT: ReadonlySet<string> = new Set(['code', 'state', 'error', 'error_description', 'error_uri'])

type HospitableAnswer = 'allowed' | 'denied'

/** The query without what Hospitable sent, and with its answer instead; null where nothing of it is there. */
export function withoutSecrets(pathname: string, search: string): string | null {
  if (pathname !== PATH) return null
  const given = search.slice(1).split('&').filter(Boolean)
  const left = given.filter((part) => !SENT.has(nameOf(part)))
  if (left.length === given.length) return null
  const answer = answerIn(given)
  const kept = answer === null ? left : [...left, `answer=${answer}`]
  return kept.length > 0 ? `?${kept.join('&')}` : ''
}

function answerIn(given: readonly string[]): HospitableAnswer | null {
  if (given.some((part) => nameOf(part) === 'error')) return 'denied'
  return given.some((part) => /^code=./.test(part)) ? 'allowed' : null
}

function nameOf(part: string): string {
  return part.split('=')[0]!
}
