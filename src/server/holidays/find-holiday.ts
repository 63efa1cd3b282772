/** The holiday on which work that is done once takes place: it stays on its day, and whoever orders it is told so. */
import type { PropertyId } from '#domain/ids.ts'
import { holidaysBetween } from '#domain/schedule/holidays.ts'
import type { LocalDate } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { readRuleSets } from '../jobs/calendar-queries.ts'
import { readHolidayNames } from '../schedule/holiday-queries.ts'
import { findMarketCalendar, findPlaceCalendars } from './queries.ts'

type Site = { readonly marketId: string; readonly propertyId: PropertyId | null }

/** Null on any other day. */
export async function findHoliday(db: Db, { marketId, propertyId }: Site, date: LocalDate) {
  const own = propertyId === null ? undefined : (await findPlaceCalendars(db, [propertyId])).get(propertyId)
  const ruleSetId = own?.ruleSetId ?? (await findMarketCalendar(db, marketId))
  if (ruleSetId === null) return null
  const ruleSet = (await readRuleSets(db, [ruleSetId])).get(ruleSetId)!
  const [holiday] = holidaysBetween(ruleSet, date, date)
  if (holiday === undefined) return null
  const name = (await readHolidayNames(db, [holiday.key])).get(holiday.key)
  return name === undefined ? null : { nameEn: name.en, nameEs: name.es }
}
