/**
 * What Hospitable sends a browser back with is kept in a cookie of a quarter of an hour, sealed: its code stands in no
 * address, no history and no script, and waits while somebody signs in first.
 */
import { parseJson, textsIn } from '#contract/outside.ts'
import type { Config } from '../config.ts'
import { seal, unseal } from '../seal.ts'

export const ANSWER_COOKIE_MINUTES = 15
/** A browser keeps no cookie of more than 4 kB. */
const LONGEST_CODE = 2_000
const LONGEST_STATE = 500
const SEALED_FOR = { purpose: 'hospitable-answer', owner: 'browser' } as const

type HospitableAnswer = { readonly code: string; readonly state: string | null }

export function answerCookieName({ http }: Config): string {
  return http.isSecure ? '__Host-crew_hospitable' : 'crew_hospitable'
}

/** The cookie for an address that somebody came back to; null where it has no code that we could use. */
export function sealAnswer(config: Config, search: string): string | null {
  const query = new URLSearchParams(search)
  const [code, state] = [query.get('code'), query.get('state')]
  if (query.has('error') || code === null || code === '' || code.length > LONGEST_CODE) return null
  if (state !== null && state.length > LONGEST_STATE) return null
  return seal(config, SEALED_FOR, Buffer.from(JSON.stringify({ code, state }))).toString('base64url')
}

/** Null where there is none of ours. */
export function readAnswer(
  config: Config,
  cookies: Readonly<Record<string, string | undefined>>,
): HospitableAnswer | null {
  const cookie = cookies[answerCookieName(config)]
  if (cookie === undefined) return null
  try {
    const text = unseal(config, SEALED_FOR, Buffer.from(cookie, 'base64url')).toString('utf8')
    const { code, state } = textsIn(parseJson(text))
    return code === undefined ? null : { code, state: state ?? null }
  } catch {
    return null
  }
}
