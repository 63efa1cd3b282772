import type { Reply } from '#web/api.ts'

export type Rates = Reply<'GET /api/sales-tax-rates'>
export type ServiceRates = Rates['byService'][string]

/** What all authorities levy together, in basis points. */
export function wholeRateOf({ state, county, city, district }: ServiceRates): number {
  return state + county + city + district
}
