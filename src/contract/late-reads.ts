/**
 * What bears to be a second old: numbers, lists for spreadsheets, searches, histories, the month of a portfolio, what is
 * sold and at which price. Where there is a replica these are read from it, except by whoever
 * changed something in the last seconds, or was told that somebody did. What somebody decides by at this moment (work that is open, what is due, whether
 * a card was charged) is not among them.
 */
import type { EndpointKey } from './endpoint.ts'

export const LATE_READS: ReadonlySet<string> = new Set<EndpointKey>([
  'GET /api/ageing',
  'GET /api/ageing-csv',
  'GET /api/cohort-rows',
  'GET /api/cohort-rows-csv',
  'GET /api/cohorts',
  'GET /api/cohorts-csv',
  'GET /api/commission-statement',
  'GET /api/coupon-list',
  'GET /api/export-visits',
  'GET /api/history',
  'GET /api/ledger-balances',
  'GET /api/number-rows',
  'GET /api/number-rows-csv',
  'GET /api/numbers',
  'GET /api/numbers-by-city',
  'GET /api/numbers-by-city-csv',
  'GET /api/numbers-csv',
  'GET /api/outbox',
  'GET /api/person-visits',
  'GET /api/price-list',
  'GET /api/pricing',
  'GET /api/sales-tax-report',
  'GET /api/sales-tax-report-csv',
  'GET /api/service-list',
  'GET /api/services',
  'POST /api/get-on-demand-services',
  'POST /api/get-portfolio-month',
  'POST /api/search',
])

/** Whether a replica is read from, or why not; `late` also where nobody knows, as while the primary is away. */
export const REPLICA_IS = ['used', 'late', 'away', 'promoted', 'foreign'] as const
export type ReplicaIs = (typeof REPLICA_IS)[number]
