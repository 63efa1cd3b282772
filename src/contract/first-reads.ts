/**
 * What a page asks first of all: the server answers it with the document (`documents/read-first-answers.ts`), so that a
 * phone need not ask. Named as it travels, so that what a page asks otherwise is asked as ever.
 */
import { shownWeek } from '#domain/visits/shown-week.ts'
import { DEFAULT_TIME_ZONE, dateAt, type Instant, mondayOf } from '#domain/time.ts'
import type { Contract } from './index.ts'
import { fieldsIn, textOf } from './outside.ts'

/** Method and address with its query; a body follows as it is sent. */
export type FirstCall =
  | keyof Contract
  | `${keyof Contract & `GET ${string}`}?${string}`
  | `${keyof Contract & `POST ${string}`}${string}`

export type FirstPage = '/' | '/jobs' | '/operator'
type UserType = 'Customer' | 'Crew' | 'Operator'

export const FIRST_USER: FirstCall = 'GET /api/user?fields=*'
const CONFIG: FirstCall = 'GET /api/config'
const SUMMARY: FirstCall = 'GET /api/customer-summary'
const BOARD: readonly FirstCall[] = [CONFIG, 'GET /api/operator-board', 'GET /api/unassigned-visits']

type Asked = { readonly timeZone: string; readonly now: Instant }

const FIRST_CALLS: Readonly<
  Record<FirstPage, Partial<Record<UserType, (asked: Asked) => readonly FirstCall[]>>>
> = {
  '/': {
    Customer: () => [CONFIG, SUMMARY, 'GET /api/services'],
    Crew: () => [
      CONFIG,
      'GET /api/day',
      'GET /api/offers',
      'POST /api/get-visits-to-confirm',
      'GET /api/day-plan',
      'GET /api/whereabouts',
      'GET /api/services',
    ],
    Operator: () => BOARD,
  },
  '/jobs': {
    Customer: ({ timeZone, now }) => [
      CONFIG,
      `POST /api/get-visits${JSON.stringify(shownWeek(mondayOf(dateAt(now, timeZone))))}`,
      'GET /api/services',
    ],
    // Found anew where work changed: a document that would wait for it goes without.
    Crew: () => [CONFIG, 'POST /api/get-job-routes', 'GET /api/services'],
  },
  '/operator': { Operator: () => BOARD },
}

export function isFirstPage(page: string | null): page is FirstPage {
  return page !== null && page in FIRST_CALLS
}

/** What is asked beside the user, whose answer says which. */
export function firstCalls(page: FirstPage, user: unknown, now: Instant): readonly FirstCall[] {
  const { type, time_zone: timeZone } = fieldsIn(user)
  if (type !== 'Customer' && type !== 'Crew' && type !== 'Operator') return []
  return FIRST_CALLS[page][type]?.({ timeZone: textOf(timeZone) ?? DEFAULT_TIME_ZONE, now }) ?? []
}

/** What an answer leads to: a customer's next visit has a crew, who may be on the way. */
export function callsAfter(call: FirstCall, answer: unknown): readonly FirstCall[] {
  const { nextVisitId, todayVisits } = fieldsIn(answer)
  if (call !== SUMMARY || typeof nextVisitId !== 'string') return []
  const visits: readonly unknown[] = Array.isArray(todayVisits) ? todayVisits : []
  const next = visits.find((visit) => fieldsIn(visit)['id'] === nextVisitId)
  const isOnTheWay = fieldsIn(next)['state'] === 'en_route'
  return [
    `GET /api/visit-crew?visitId=${nextVisitId}`,
    ...(isOnTheWay ? [`GET /api/visit-arrival?id=${nextVisitId}` as const] : []),
  ]
}
