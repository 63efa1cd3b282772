/** What the stream at `GET /api/events` says: hints of what changed for whoever listens, never what is in it. */
import { fieldsIn, parseJson } from './outside.ts'

export const LIVE_KINDS = [
  'visit',
  'job',
  'assignment',
  'offer',
  'on_demand',
  'payment',
  'payout',
  'rating',
  'dispute',
  'message',
  'notification',
  'late_completion',
  'whereabouts',
  'open_work',
] as const
export type LiveKind = (typeof LIVE_KINDS)[number]

/**
 * `ids` is empty where more changed than can be named, for operators, who hear of the whole market, and in what every
 * crew of a market receives (`open_work`): it says nothing of anybody.
 */
export type LiveHint = { readonly kind: LiveKind; readonly ids: readonly string[] }

/** Undefined for what this build has no word for: it reads nothing that such a hint is about. */
export function readHint(text: string): LiveHint | undefined {
  const { kind, ids } = fieldsIn(parseJson(text))
  const known = LIVE_KINDS.find((each) => each === kind)
  if (known === undefined || !Array.isArray(ids)) return undefined
  return { kind: known, ids: ids.filter((id) => typeof id === 'string') }
}

/** The event in place of hints that are no longer known: everything on the screen is to be read anew. */
export const RESYNC_EVENT = 'resync'
/** Comes every 25 s: a line that is silent for longer is dead. */
export const BEAT_EVENT = 'beat'
