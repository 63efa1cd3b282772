import type { pickups } from '#contract/pickups.ts'
import type { Handlers } from '../http/handler.ts'
import { readPickups, savePickupRule } from './save-rule.ts'

export const pickupsHandlers: Handlers<typeof pickups> = {
  'GET /api/pickups': ({ app, scope, query }) => readPickups(app, scope, query.propertyId),
  'POST /api/save-pickup-rule': ({ app, scope, body }) => savePickupRule(app, scope, body),
}
