import type { yearFiles } from '#contract/year-files.ts'
import type { Handlers } from '../http/handler.ts'
import { readOwnAccount } from '../payout-accounts/read-own-account.ts'
import { askForYear } from './ask-for-year.ts'
import { readYear } from './read-year.ts'

export const yearFilesHandlers: Handlers<typeof yearFiles> = {
  'POST /api/write-payments-csv': ({ app, scope, body }) =>
    askForYear(app, scope, { kind: 'payments', year: body.year, accountId: scope.userId }),
  'GET /api/payments-csv': ({ app, scope, query, now }) =>
    readYear(app.db, scope, { kind: 'payments', year: query.year, accountId: scope.userId, now }),
  'POST /api/write-earnings-csv': async ({ app, scope, body }) => {
    const { scope: of } = await readOwnAccount(app.db, scope, body.account)
    return askForYear(app, scope, { kind: 'earnings', year: body.year, accountId: of.userId })
  },
  'GET /api/earnings-csv': async ({ app, scope, query, now }) => {
    const { scope: of } = await readOwnAccount(app.db, scope, query.account)
    return readYear(app.db, scope, { kind: 'earnings', year: query.year, accountId: of.userId, now })
  },
}
