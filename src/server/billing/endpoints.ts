import type { billing } from '#contract/billing.ts'
import type { Handlers } from '../http/handler.ts'
import { readBilling } from './read-billing.ts'
import { readYear } from './read-year.ts'

export const billingHandlers: Handlers<typeof billing> = {
  'GET /api/billing': ({ app, scope, now }) => readBilling(app.db, scope, now),
  'GET /api/payments-csv': ({ app, scope, query }) => readYear(app.db, scope, query.year),
}
