/** What holidays do to a weekly booking, before anything is booked: places that keep the same calendar are told once. */
import { type HolidayWeek, holidayWeeks } from '#domain/schedule/holiday-weeks.ts'
import type { HolidayRuleSet } from '#domain/schedule/holidays.ts'
import type { LocalDate } from '#domain/time.ts'
import type { App } from '../app.ts'
import { readRuleSets } from '../jobs/calendar-queries.ts'
import { type BookingItem, type CheckedItem, ruleOfItem } from '../prices/booking-queries.ts'
import { checkBooking } from '../prices/check-booking.ts'
import { readHolidayNames } from '../schedule/holiday-queries.ts'
import type { CustomerScope } from '../scope.ts'
import { findPlaceCalendars, type PlaceCalendar } from './queries.ts'

type Booking = { readonly items: readonly BookingItem[]; readonly startsOn: LocalDate }

/** Places with one calendar, kept for the service or not. */
type SameCalendar = PlaceCalendar & { readonly item: BookingItem; readonly placeCount: number }

export async function readBookingHolidays(app: App, scope: CustomerScope, { items, startsOn }: Booking) {
  const { db } = app
  const checked = await checkBooking(db, scope, { items, startsOn, now: app.ports.clock.now() })
  const places = checked.flatMap(({ properties }) => properties.map(({ id }) => id))
  const groups = byCalendar(checked, await findPlaceCalendars(db, places))
  const ruleSets = await readRuleSets(db, [...new Set(groups.map(({ ruleSetId }) => ruleSetId))])
  const weeks = countAlike(groups.flatMap((group) => weeksOf(group, ruleSets, startsOn)))
  const names = await readHolidayNames(db, [...new Set(weeks.map(({ week }) => week.key))])
  return {
    weeks: weeks
      .toSorted((a, b) => (a.week.date < b.week.date ? -1 : 1))
      .map(({ week, placeCount }) => ({
        nameEn: names.get(week.key)?.en ?? '',
        nameEs: names.get(week.key)?.es ?? '',
        date: week.date,
        shifts: [...week.shifts],
        propertyCount: placeCount === places.length ? null : placeCount,
      })),
  }
}

function byCalendar(
  checked: readonly CheckedItem[],
  calendars: Awaited<ReturnType<typeof findPlaceCalendars>>,
): SameCalendar[] {
  return checked.flatMap(({ item, properties }) => {
    const kept = properties.flatMap(({ id }) => calendars.get(id) ?? [])
    const groups = Map.groupBy(kept, ({ ruleSetId }) => ruleSetId)
    return [...groups.values()].map((group) => ({ ...group[0]!, item, placeCount: group.length }))
  })
}

function weeksOf(
  { item, ruleSetId, serviceKeys, placeCount }: SameCalendar,
  ruleSets: ReadonlyMap<string, HolidayRuleSet>,
  startsOn: LocalDate,
) {
  const keepsCalendar = serviceKeys === null || serviceKeys.includes(item.serviceKey)
  const { weekdays, rhythm } = ruleOfItem(item, startsOn, null)
  const work = { weekdays, rhythm, startsOn, ruleSet: ruleSets.get(ruleSetId)!, keepsCalendar }
  return holidayWeeks(work).map((week) => ({ week, placeCount }))
}

type Counted = { readonly week: HolidayWeek; readonly placeCount: number }

function countAlike(weeks: readonly Counted[]): Counted[] {
  const alike = Map.groupBy(weeks, ({ week }) => JSON.stringify(week))
  return [...alike.values()].map((same) => ({
    week: same[0]!.week,
    placeCount: same.reduce((sum, { placeCount }) => sum + placeCount, 0),
  }))
}
