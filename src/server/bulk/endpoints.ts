import type { bulk } from '#contract/bulk.ts'
import type { jobFilters } from '#contract/job-filters.ts'
import type { Handlers } from '../http/handler.ts'
import { readJobIds } from '../jobs/read-jobs.ts'
import { listCrews, listFilters, removeFilter } from './filter-queries.ts'
import { previewBulk } from './preview-bulk.ts'
import { readBulks } from './read-bulks.ts'
import { saveJobFilter } from './save-filter.ts'
import { startBulk, startUndo } from './start-bulk.ts'

export const bulkHandlers: Handlers<typeof jobFilters & typeof bulk> = {
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
  'POST /api/preview-bulk-change': ({ app, scope, body }) => previewBulk(app, scope, body),
  'POST /api/start-bulk-change': ({ app, scope, body }) => startBulk(app, scope, body),
  'GET /api/bulk-changes': async ({ app, scope }) => ({ changes: await readBulks(app, scope) }),
  'POST /api/undo-bulk-change': async ({ app, scope, body }) => {
    await startUndo(app, scope, body.bulkChangeId)
    return { ok: true }
  },
}
