/** The words for what a calendar was found to be. */

/** Why something in a calendar is no stay of the place. */
export const IGNORED = [
  'over',
  'far',
  'own',
  'cancelled',
  'no_night',
  'too_long',
  'repeats',
  'unreadable',
] as const
export type Ignored = (typeof IGNORED)[number]

/** Why a reading says nothing of any stay: what its server did, or what was in it. */
export const FEED_FAULTS = [
  'address_refused',
  'unreachable',
  'too_slow',
  'too_large',
  'not_there',
  'not_allowed',
  'too_often',
  'fails',
  'moved_too_often',
  'nothing',
  'no_calendar',
  'page',
  'half',
  'too_many_events',
  'unreadable',
  'own',
] as const
export type FeedFault = (typeof FEED_FAULTS)[number]

/** From storage: a word of another release is no fault that we know. */
export function toFeedFault(text: string | null): FeedFault | null {
  return FEED_FAULTS.find((fault) => fault === text) ?? null
}
