/** What is asked of the log stands in the address, so that it can be sent to somebody and gone back to. */
import { AUDIT_ACTIONS } from '#contract/audit-actions.ts'
import { isId, type UserId } from '#domain/ids.ts'
import { isLocalDate } from '#domain/time.ts'
import { linkTo } from '#web/urls.ts'

const REACHES = ['both', 'market', 'every'] as const
type Reach = (typeof REACHES)[number]

const FILTERS = ['whom', 'who', 'what', 'reach', 'from', 'to'] as const
export type LogFilter = (typeof FILTERS)[number]

/** What the address asks; what is no filter of the log is left out. */
export function askedIn(search: URLSearchParams) {
  const whom = search.get('whom') ?? ''
  const who = search.get('who') ?? ''
  const from = search.get('from') ?? ''
  const to = search.get('to') ?? ''
  const action = AUDIT_ACTIONS.find((each) => each === search.get('what'))
  const reach: Reach = REACHES.find((each) => each === search.get('reach')) ?? 'both'
  return {
    ...(isId<UserId>(whom) ? { personId: whom } : {}),
    ...(isId<UserId>(who) ? { actorId: who } : {}),
    ...(action === undefined ? {} : { action }),
    ...(isLocalDate(from) ? { from } : {}),
    ...(isLocalDate(to) ? { to } : {}),
    reach,
  }
}

/** The address of what is asked now, with something else in it; undefined takes a filter away. */
export function logLink(
  search: URLSearchParams,
  change: Partial<Record<LogFilter | 'entry', string | undefined>> = {},
): string {
  const now = Object.fromEntries(FILTERS.map((name) => [name, search.get(name) || undefined]))
  return linkTo('operatorLog', {}, { ...now, ...change })
}
