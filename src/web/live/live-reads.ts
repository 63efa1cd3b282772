/** Which reads a hint of the live stream concerns. */

import type { QueryKey } from '@tanstack/react-query'
import type { Contract } from '#contract/index.ts'
import type { LiveHint, LiveKind } from '#contract/live.ts'
import { fieldsIn, textOf } from '#contract/outside.ts'

type CallKey = keyof Contract

/** Places say what comes next there. */
const PLACE_READS: readonly CallKey[] = [
  'GET /api/property',
  'GET /api/place-checklists',
  'GET /api/properties',
  'POST /api/get-properties',
  'GET /api/complex',
]

/** The page of a visit for an operator, who sees its offers, money and words, too. */
const DESK_READS: readonly CallKey[] = ['GET /api/operator-visit', 'GET /api/history', 'GET /api/dispatch']

const VISIT_READS: readonly CallKey[] = [
  ...DESK_READS,
  'GET /api/queue',
  'GET /api/queue-counts',
  'GET /api/visit',
  'GET /api/visit-now',
  'GET /api/visit-arrival',
  'GET /api/whereabouts',
  'GET /api/visit-timeline',
  'GET /api/visit-reasons',
  'GET /api/visit-feedback',
  'GET /api/night-round',
  'GET /api/complex-night',
  'GET /api/crew-complex',
  ...PLACE_READS,
  'POST /api/get-portfolio-month',
  'POST /api/get-visits',
  'POST /api/get-crew-visits',
  'POST /api/get-visits-to-confirm',
  'GET /api/day',
  'GET /api/day-plan',
  'GET /api/customer-summary',
  'GET /api/on-demand-order',
  'POST /api/get-on-demand-orders',
  'GET /api/operator-board',
  'GET /api/unassigned-visits',
  'GET /api/late-completion',
]

/** What a crew could take. */
const OPEN_WORK_READS: readonly CallKey[] = [
  'POST /api/get-job-routes',
  'POST /api/get-open-complexes',
  'GET /api/crew-complex',
]

export const LIVE_READS: Readonly<Record<LiveKind, readonly CallKey[]>> = {
  visit: VISIT_READS,
  job: [
    'GET /api/operator-job',
    'GET /api/operator-place',
    'POST /api/get-weekly-jobs',
    'GET /api/weekly-job',
    ...PLACE_READS,
    'GET /api/customer-summary',
  ],
  assignment: [
    ...OPEN_WORK_READS,
    'GET /api/job-filters',
    'POST /api/get-assignments',
    'POST /api/get-reliability',
    'POST /api/get-visits-to-confirm',
    'POST /api/get-weekly-jobs',
    'GET /api/weekly-job',
    'GET /api/operator-board',
  ],
  offer: [
    ...DESK_READS,
    'GET /api/offer',
    'GET /api/offers',
    'GET /api/unassigned-visits',
    'POST /api/get-crew-candidates',
  ],
  on_demand: ['GET /api/on-demand-order', 'POST /api/get-on-demand-orders', 'GET /api/customer-summary'],
  payment: [
    ...DESK_READS,
    'GET /api/on-demand-order',
    'GET /api/billing',
    'GET /api/payments',
    'GET /api/payment',
    'GET /api/operator-payment',
    'GET /api/customer-summary',
    'GET /api/market-payments',
    'GET /api/operator-board',
  ],
  payout: [
    'GET /api/crew-payments',
    'GET /api/payment',
    'GET /api/operator-payout',
    'GET /api/market-payouts',
  ],
  rating: ['GET /api/visit-feedback'],
  dispute: [
    ...DESK_READS,
    'GET /api/visit-feedback',
    'GET /api/dispute',
    'POST /api/get-disputes',
    'GET /api/operator-board',
  ],
  message: [
    ...DESK_READS,
    'GET /api/visit',
    'POST /api/get-messages',
    'POST /api/get-conversations',
    'GET /api/unread-conversations',
  ],
  notification: ['GET /api/unread-notices', 'POST /api/get-notices'],
  late_completion: [
    ...DESK_READS,
    'POST /api/get-late-completions',
    'GET /api/late-completion',
    'GET /api/my-late-completions',
    'GET /api/operator-board',
  ],
  whereabouts: ['GET /api/visit-arrival', 'GET /api/whereabouts', 'GET /api/crews-whereabouts'],
  open_work: OPEN_WORK_READS,
}

export const LIVE_KEYS: ReadonlySet<CallKey> = new Set(Object.values(LIVE_READS).flat())

/** Reads of one thing, whose hints name it: others' hints do not concern them. */
const ABOUT_ONE_VISIT: readonly unknown[] = [
  'GET /api/visit',
  'GET /api/visit-now',
  'GET /api/visit-arrival',
  'GET /api/visit-timeline',
  'GET /api/visit-reasons',
  'GET /api/visit-feedback',
  'GET /api/night-round',
  'GET /api/complex-night',
] satisfies CallKey[]
const NAMES_VISITS: readonly LiveKind[] = ['visit', 'whereabouts', 'rating', 'dispute', 'message']

/** Whether what was read under this key may have changed. */
export function isConcerned([read, input]: QueryKey, { kind, ids }: LiveHint): boolean {
  if (!LIVE_READS[kind].some((key) => key === read)) return false
  if (ids.length === 0 || !ABOUT_ONE_VISIT.includes(read) || !NAMES_VISITS.includes(kind)) return true
  const query = fieldsIn(fieldsIn(input).query)
  const visitId = textOf(query.id) ?? textOf(query.visitId)
  return visitId === undefined || ids.includes(visitId)
}
