import type { billing } from '#contract/billing.ts'
import type { Handlers } from '../http/handler.ts'
import { readBilling } from './read-billing.ts'

export const billingHandlers: Handlers<typeof billing> = {
  'GET /api/billing': ({ app, scope, now }) => readBilling(app.db, scope, now),
}
