import type { priceDesk } from '#contract/price-desk.ts'
import type { serviceDesk } from '#contract/service-desk.ts'
import type { Handlers } from '../http/handler.ts'
import { previewPrice, previewPriceEnd } from './preview-price.ts'
import { previewService } from './preview-service.ts'
import { findScopes } from './price-queries.ts'
import { readPriceList, readSpecialPrices } from './read-price-list.ts'
import { addService, readServices, saveService } from './save-service.ts'
import { planServiceChange, takeBackServiceChange } from './plan-service-change.ts'
import { endPrice, setPrice } from './set-price.ts'

export const priceDeskHandlers: Handlers<typeof priceDesk> = {
  'GET /api/price-list': ({ app, scope, now }) => readPriceList(app, scope, now),
  'GET /api/special-prices': ({ app, scope, query }) => readSpecialPrices(app, scope, query),
  'POST /api/find-price-scopes': async ({ app, scope, body }) => {
    const rows = await findScopes(app.db, scope, body.search)
    return {
      scopes: rows.map((row) => ({
        groupId: row.group_id,
        propertyId: row.property_id,
        name: row.name,
        customerName: row.customer_name,
      })),
    }
  },
  'POST /api/preview-price': ({ app, scope, body }) => previewPrice(app, scope, body),
  'POST /api/set-price': ({ app, scope, body }) => setPrice(app, scope, body),
  'POST /api/preview-price-end': ({ app, scope, body }) => previewPriceEnd(app, scope, body),
  'POST /api/end-price': ({ app, scope, body }) => endPrice(app, scope, body),
}

export const serviceDeskHandlers: Handlers<typeof serviceDesk> = {
  'GET /api/service-list': ({ app }) => readServices(app),
  'POST /api/save-service': ({ app, scope, body }) => saveService(app, scope, body),
  'POST /api/preview-service': ({ app, scope, body }) => previewService(app, scope, body),
  'POST /api/plan-service-change': ({ app, scope, body }) => planServiceChange(app, scope, body),
  'POST /api/take-back-service-change': ({ app, scope, body }) => takeBackServiceChange(app, scope, body),
  'POST /api/add-service': ({ app, scope, body }) => addService(app, scope, body),
}
