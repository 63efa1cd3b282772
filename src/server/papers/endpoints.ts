import type { papers } from '#contract/papers.ts'
import { type PaymentId, toId } from '#domain/ids.ts'
import type { Handlers } from '../http/handler.ts'
import { savePreference, wantsReceipts } from './queries.ts'
import { writePaper } from './write-paper.ts'

export const papersHandlers: Handlers<typeof papers> = {
  'GET /api/receipt-pdf': ({ app, scope, query }) =>
    writePaper(app, scope, { id: query.id, kind: 'receipt' }),
  'GET /api/statement-pdf': ({ app, scope, query }) =>
    writePaper(app, scope, { id: toId<PaymentId>(query.id), kind: 'statement' }),
  'GET /api/paper-preferences': async ({ app, scope }) => ({
    mailsReceipts: await wantsReceipts(app.db, scope),
  }),
  'POST /api/save-paper-preferences': async ({ app, scope, body }) => {
    await savePreference(app.db, scope, body.mailsReceipts)
    return { ok: true }
  },
}
