import type { prices } from '#contract/prices.ts'
import { cents } from '#domain/money.ts'
import { DEFAULT_TIME_ZONE, dateAt } from '#domain/time.ts'
import type { Handlers } from '../http/handler.ts'
import { findMarket } from '../markets/queries.ts'
import { listServices, type PriceRow, pricesOfCustomer } from './queries.ts'
import { quote } from './quote-booking.ts'

export const pricesHandlers: Handlers<typeof prices> = {
  'GET /api/services': async ({ app, scope, now }) => {
    const marketId = scope?.marketId ?? null
    const [services, rows, market] = await Promise.all([
      listServices(app.db),
      pricesOfCustomer(app.db, { customerId: null, marketId }, now),
      marketId === null ? undefined : findMarket(app.db, marketId),
    ])
    return services.map((service) => ({
      key: service.key,
      nameEn: service.name_en,
      nameEs: service.name_es,
      unitEn: service.unit_en,
      unitEs: service.unit_es,
      unitsEn: service.units_en,
      unitsEs: service.units_es,
      icon: service.icon,
      minutes: service.minutes,
      minutesPerUnit: service.minutes_per_unit,
      photosRequired: service.photos_required,
      isWeekly: service.is_weekly,
      isOffered: market?.service_keys?.includes(service.key) !== false,
      price: amountsOf(rows.find((row) => row.service_key === service.key && row.scope === 'default')),
    }))
  },

  'GET /api/pricing': async ({ app, scope, now }) => {
    const customerId = scope.type === 'Customer' ? scope.userId : null
    const rows = await pricesOfCustomer(app.db, { customerId, marketId: scope.marketId }, now)
    return rows.map((row) => ({
      ...amountsOf(row)!,
      serviceKey: row.service_key,
      scope: row.scope,
      scopeId: row.scope_id,
      inForceFrom: dateAt(row.in_force_from, DEFAULT_TIME_ZONE),
    }))
  },

  'POST /api/get-quote': ({ app, scope, body }) => quote(app, scope, body),
}

function amountsOf(row: PriceRow | undefined) {
  if (row === undefined) return null
  return {
    baseCents: cents(row.base_cents),
    unitCents: cents(row.unit_cents),
    minimumCents: cents(row.minimum_cents),
  }
}
