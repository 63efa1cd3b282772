/**
 * What is kept of what pages read, besides the person, the services and the days: enough that a crew's and a customer's
 * home, visits, assignments and doors open without a connection. Money and papers are not: they are looked at with time.
 */
import type { CallKey } from '#web/api.ts'

const KEPT_READS: ReadonlySet<unknown> = new Set<CallKey>([
  'GET /api/config',
  // A crew's.
  'GET /api/day',
  'GET /api/day-plan',
  'GET /api/night-round',
  'GET /api/whereabouts',
  'GET /api/offers',
  'GET /api/crew-payments',
  'POST /api/get-visits-to-confirm',
  'POST /api/get-assignments',
  'POST /api/get-reliability',
  'POST /api/get-crew-visits',
  'POST /api/open-go-link',
  // A customer's.
  'GET /api/customer-summary',
  'GET /api/visit-crew',
  'GET /api/properties',
  'GET /api/property',
  'GET /api/property-groups',
  'GET /api/weekly-job',
  'POST /api/get-visits',
  'POST /api/get-weekly-jobs',
  // Of both.
  'GET /api/visit',
  'GET /api/visit-timeline',
  'GET /api/visit-reasons',
  'GET /api/visit-feedback',
  'POST /api/get-messages',
  'POST /api/get-conversations',
])

export function isKeptRead(endpoint: unknown): boolean {
  return KEPT_READS.has(endpoint)
}
