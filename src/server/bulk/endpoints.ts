import type { jobFilters } from '#contract/job-filters.ts'
import type { Handlers } from '../http/handler.ts'
import { readJobIds } from '../jobs/read-jobs.ts'
import { listCrews, listFilters, removeFilter } from './filter-queries.ts'
import { saveJobFilter } from './save-filter.ts'

export const bulkHandlers: Handlers<typeof jobFilters> = {
  'GET /api/job-filters': async ({ app, scope }) => {
    const [filters, crews] = await Promise.all([listFilters(app.db, scope), listCrews(app.db, scope)])
    return { filters, crews }
  },
  'POST /api/save-job-filter': ({ app, scope, body }) => saveJobFilter(app, scope, body),
  'POST /api/remove-job-filter': async ({ app, scope, body }) => {
    await removeFilter(app.db, scope, body.id)
    return { ok: true }
  },
  'POST /api/get-weekly-job-ids': ({ app, scope, body }) => readJobIds(app, scope, body),
}
