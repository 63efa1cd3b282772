import type { CallKey, Reply } from '#web/api.ts'

export type WeeklyJob = Reply<'GET /api/weekly-job'>

/** What shows weekly services or their visits, and is read again after a change. */
export const JOB_REFRESHES: readonly CallKey[] = [
  'GET /api/weekly-job',
  'POST /api/get-weekly-jobs',
  'POST /api/get-portfolio-month',
  'POST /api/get-visits',
  'GET /api/customer-summary',
  'GET /api/visit',
  'GET /api/property',
  'GET /api/properties',
  'POST /api/get-properties',
]
