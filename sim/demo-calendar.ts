/** Days that are not as every week: a holiday ahead, a day that was pushed, and a date that the cast's customer moved. */

import { FEET_PER_MILE } from '#domain/geo.ts'
import { holidaysBetween, toRuleSet } from '#domain/schedule/holidays.ts'
import { addDays, dateAt, type Instant, type LocalDate, mondayOf, weekdayOf } from '#domain/time.ts'
import type { WrittenRule } from '#server/schedule/holiday-queries.ts'
import { moveVisit } from '#server/schedule/move-visit.ts'
import { pushDay } from '#server/schedule/push-day.ts'
import { readSchedule } from '#server/schedule/read-schedule.ts'
import { saveHolidayRules } from '#server/schedule/save-holiday-rules.ts'
import { CAST } from './cast-city.ts'
import { daysBefore, later } from './demo-moments.ts'
import { attempt, tick, type World } from './world.ts'

/** Some Wednesday before last: in the middle of the week there is work in every part of the city. */
const PUSHED_WEEKDAY = 3
const PUSHED_DAYS_AGO = 8
const EAST_SIDE = { lat: 39.7392, lng: -104.935, radiusFeet: 4 * FEET_PER_MILE }
const WINTER: readonly string[] = ['11', '12', '01', '02', '03', '04']
const SEEN_AHEAD_DAYS = 24

export function planCalendar(world: World, now: Instant): void {
  const sinceThatDay = (weekdayOf(dateAt(now, world.zone)) + 7 - PUSHED_WEEKDAY) % 7
  const daysAgo = sinceThatDay + 7 * Math.ceil((PUSHED_DAYS_AGO - sinceThatDay) / 7)
  later(world, daysBefore(world, now, daysAgo + 1, '18:20'), () => pushEastSide(world))
  later(world, daysBefore(world, now, 1, '19:30'), () => moveOneDate(world))
}

/**
 * Before anybody has booked. There is work today even where the calendar has a holiday this week, and a holiday comes
 * into sight whatever the season.
 */
export async function prepareCalendar(world: World, today: LocalDate): Promise<void> {
  const app = world.host.app()
  const { ruleSets, markets } = await readSchedule(app, world.operator)
  const id = markets.find((market) => market.id === world.operator.marketId)?.ruleSetId
  const ruleSet = ruleSets.find((each) => each.id === id)
  if (ruleSet === undefined) return
  const own = ruleSet.rules.filter(({ key }) => key !== CITY_DAY)
  const past = holidaysBetween(toRuleSet({ ...ruleSet, rules: own }), mondayOf(today), today).map(
    ({ key }) => key,
  )
  const rules: WrittenRule[] = own.map((rule) =>
    past.includes(rule.key) ? { ...rule, effect: 'none' } : rule,
  )
  const coming = holidaysBetween(
    toRuleSet({ ...ruleSet, rules }),
    addDays(today, 2),
    addDays(today, SEEN_AHEAD_DAYS),
  )
  if (!coming.some(({ effect }) => effect !== 'none')) rules.push(cityDay(addDays(mondayOf(today), 10)))
  const { name, serviceKeys, secondHoliday } = ruleSet
  await attempt(world, 'save holidays', (living) =>
    saveHolidayRules(living, world.operator, {
      ruleSetId: ruleSet.id,
      name,
      serviceKeys,
      secondHoliday,
      rules,
    }),
  )
}

const CITY_DAY = 'city_day'

function cityDay(date: LocalDate): WrittenRule {
  const [, month, day] = date.split('-').map(Number) as [number, number, number]
  return {
    key: CITY_DAY,
    nameEn: 'City cleanup day',
    nameEs: 'Día de limpieza de la ciudad',
    month,
    day,
    nth: null,
    weekday: null,
    effect: 'shift',
    weekend: 'keep',
  }
}

async function pushEastSide(world: World): Promise<void> {
  const date = addDays(dateAt(world.clock.now(), world.zone), 1)
  const isSnow = WINTER.includes(date.slice(5, 7))
  await attempt(world, 'push day', (app) =>
    pushDay(app, world.operator, {
      marketId: world.operator.marketId,
      date,
      to: addDays(date, 1),
      area: EAST_SIDE,
      serviceKeys: null,
      reason: isSnow ? 'snow' : 'hauler',
      note: isSnow ? 'Ten inches tonight east of Downing.' : 'Two of the hauler’s trucks are in repair.',
    }),
  )
  await tick(world, world.clock.now())
}

/** The next of her homes that is still some days away, by a day. */
async function moveOneDate(world: World): Promise<void> {
  const { scope } = world.customers.get(CAST.customer)!
  const today = dateAt(world.clock.now(), world.zone)
  const visit = await world.host
    .app()
    .db.selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .where('visit.customer_id', '=', scope.userId)
    .where('visit.weekly_job_id', 'is not', null)
    .where('visit.state', 'in', ['scheduled', 'confirmed'])
    .where('visit.moved_from', 'is', null)
    .where('visit.date', '>', addDays(today, 2))
    .where('property.complex_id', 'is', null)
    .orderBy('visit.date')
    .orderBy('property.name')
    .orderBy('visit.service_key')
    .select(['visit.id', 'visit.date'])
    .executeTakeFirst()
  if (visit === undefined) return
  const move = { visitId: visit.id, to: addDays(visit.date, 1) }
  await attempt(world, 'move', (app) => moveVisit(app, scope, move))
}
