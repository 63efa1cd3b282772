import type { papers } from '#contract/papers.ts'
import { type PaymentId, toId } from '#domain/ids.ts'
import type { Handlers } from '../http/handler.ts'
import { readOwnAccount } from '../payout-accounts/read-own-account.ts'
import { exportEarnings } from './export-earnings.ts'
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
  'GET /api/earnings-csv': async ({ app, scope, query }) => {
    const { scope: of } = await readOwnAccount(app.db, scope, query.account)
    return exportEarnings(app, of, query.year)
  },
}
