import type { leaving } from '#contract/leaving.ts'
import type { Handlers } from '../http/handler.ts'
import { Refused } from '../refused.ts'
import { askForData } from './export-data.ts'
import { findContent, listExports } from './queries.ts'

type Own = 'GET /api/data-exports' | 'POST /api/export-data' | 'GET /api/data-export.json'

export const ownDataHandlers: Handlers<Pick<typeof leaving, Own>> = {
  'GET /api/data-exports': async ({ app, scope, now }) =>
    (await listExports(app.db, scope, now)).map((row) => ({
      id: row.id,
      askedAt: row.asked_at,
      readyAt: row.ready_at,
      expiresAt: row.expires_at,
      sizeBytes: row.size_bytes,
    })),
  'POST /api/export-data': async ({ app, scope }) => {
    await askForData(app, scope)
    return { ok: true }
  },
  'GET /api/data-export.json': async ({ app, scope, query, now }) => {
    const content = await findContent(app.db, scope, { exportId: query.id, now })
    if (content === null) throw new Refused('not_found')
    return { type: 'application/json; charset=utf-8', fileName: 'crew-data.json', content }
  },
}
