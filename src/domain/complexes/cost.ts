import { addCents, type Cents, cents } from '../money.ts'

const WEEKS_PER_YEAR = 52
const MONTHS_PER_YEAR = 12

/** What the service nights of a complex cost for one unit in an average month, to the nearest cent. */
export function perUnitMonth(weeks: readonly Cents[], units: number): Cents {
  return cents(Math.round((addCents(...weeks) * WEEKS_PER_YEAR) / MONTHS_PER_YEAR / units))
}
