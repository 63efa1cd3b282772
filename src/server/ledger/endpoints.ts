import type { ledger } from '#contract/ledger.ts'
import type { Handlers } from '../http/handler.ts'
import { readBalances } from './queries.ts'

export const ledgerHandlers: Handlers<typeof ledger> = {
  'GET /api/ledger-balances': ({ app, scope }) => readBalances(app.db, scope),
}
