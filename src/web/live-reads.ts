/** Which reads a hint of the live stream concerns, and whether the stream is up: then they need no polling of their own. */
import type { QueryKey } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Contract } from '#contract/index.ts'
import type { LiveHint, LiveKind } from '#contract/live.ts'

type CallKey = keyof Contract

const VISIT_READS: readonly CallKey[] = [
  'GET /api/visit',
  'GET /api/visit-now',
  'GET /api/visit-timeline',
  'GET /api/visit-feedback',
  'POST /api/get-visits',
  'POST /api/get-crew-visits',
  'POST /api/get-visits-to-confirm',
  'GET /api/day',
  'GET /api/customer-summary',
  'GET /api/on-demand-order',
  'POST /api/get-on-demand-orders',
  'GET /api/operator-board',
  'GET /api/unassigned-visits',
]

export const LIVE_READS: Readonly<Record<LiveKind, readonly CallKey[]>> = {
  visit: VISIT_READS,
  job: ['POST /api/get-weekly-jobs', 'GET /api/weekly-job', 'GET /api/customer-summary'],
  assignment: [
    'POST /api/get-assignments',
    'POST /api/get-visits-to-confirm',
    'POST /api/get-weekly-jobs',
    'GET /api/weekly-job',
    'GET /api/operator-board',
  ],
  offer: ['GET /api/offer', 'GET /api/offers', 'GET /api/unassigned-visits', 'POST /api/get-crew-candidates'],
  on_demand: ['GET /api/on-demand-order', 'POST /api/get-on-demand-orders', 'GET /api/customer-summary'],
  payment: [
    'GET /api/on-demand-order',
    'GET /api/billing',
    'GET /api/payments',
    'GET /api/payment',
    'GET /api/customer-summary',
    'GET /api/market-payments',
    'GET /api/operator-board',
  ],
  payout: ['GET /api/crew-payments', 'GET /api/payment', 'GET /api/market-payouts'],
  rating: ['GET /api/visit-feedback'],
  dispute: [
    'GET /api/visit-feedback',
    'GET /api/dispute',
    'POST /api/get-disputes',
    'GET /api/operator-board',
  ],
  message: ['GET /api/visit', 'POST /api/get-messages'],
  notification: ['GET /api/unread-notices', 'POST /api/get-notices'],
}

/** Reads of one thing, whose hints name it: others' hints do not concern them. */
const ABOUT_ONE_VISIT: readonly unknown[] = [
  'GET /api/visit',
  'GET /api/visit-now',
  'GET /api/visit-timeline',
  'GET /api/visit-feedback',
] satisfies CallKey[]
const NAMES_VISITS: readonly LiveKind[] = ['visit', 'rating', 'dispute', 'message']

/** Screens that show what the clock alone changes (late, running out) still look now and then. */
const STRETCH = 4

/** Whether what was read under this key may have changed. */
export function isConcerned([read, input]: QueryKey, { kind, ids }: LiveHint): boolean {
  if (!LIVE_READS[kind].some((key) => key === read)) return false
  if (ids.length === 0 || !ABOUT_ONE_VISIT.includes(read) || !NAMES_VISITS.includes(kind)) return true
  const { query } = (input ?? {}) as { query?: { id?: string; visitId?: string } }
  const visitId = query?.id ?? query?.visitId
  return visitId === undefined || ids.includes(visitId)
}

const LIVE_KEYS = new Set(Object.values(LIVE_READS).flat())
const state = { isLive: false, listeners: new Set<() => void>() }

export function setLive(isLive: boolean): void {
  if (state.isLive === isLive) return
  state.isLive = isLive
  for (const listener of state.listeners) listener()
}

/** How often to look for changes: what the stream tells of is only looked at now and then. */
export function usePollMs(key: CallKey, wantedMs: number | undefined): number | undefined {
  const isLive = useSyncExternalStore(subscribe, () => state.isLive)
  return wantedMs !== undefined && isLive && LIVE_KEYS.has(key) ? wantedMs * STRETCH : wantedMs
}

function subscribe(listener: () => void): () => void {
  state.listeners.add(listener)
  return () => void state.listeners.delete(listener)
}
