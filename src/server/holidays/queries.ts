/** The calendars of places, and the visits that holidays moved. */
import { sql } from 'kysely'
import type { HolidayRuleSetId, PropertyId, UserId } from '#domain/ids.ts'
import type { InEachLanguage } from '#domain/language.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { TO_COME } from '../notices/reminder-queries.ts'
import type { CustomerScope } from '../scope.ts'
import {
  listRhythmDates,
  listSkippedDates,
  type RhythmDate,
  type SkippedDate,
  workOnDates,
} from './skip-queries.ts'

export type PlaceCalendar = {
  readonly ruleSetId: HolidayRuleSetId
  /** Null: of every service. */
  readonly serviceKeys: readonly string[] | null
}

/** By place: its own calendar, or its market's; a place without one is left out. */
export async function findPlaceCalendars(
  db: Db,
  propertyIds: readonly PropertyId[],
): Promise<ReadonlyMap<PropertyId, PlaceCalendar>> {
  const { rows } = await sql<{
    id: PropertyId
    rule_set_id: HolidayRuleSetId
    service_keys: string[] | null
  }>`
    select property.id, rule_set.id as rule_set_id, rule_set.service_keys
    from property
    join users on users.id = property.customer_id
    join market on market.id = users.market_id
    join holiday_rule_set rule_set
      on rule_set.id = coalesce(property.holiday_rule_set_id, market.holiday_rule_set_id)
    where property.id = any(${propertyIds}::uuid[])
  `.execute(db)
  return new Map(rows.map((row) => [row.id, { ruleSetId: row.rule_set_id, serviceKeys: row.service_keys }]))
}

export async function findMarketCalendar(db: Db, marketId: string): Promise<HolidayRuleSetId | null> {
  const row = await db
    .selectFrom('market')
    .where('id', '=', marketId)
    .select('holiday_rule_set_id')
    .executeTakeFirst()
  return row?.holiday_rule_set_id ?? null
}

export type MovedDay = {
  readonly holiday: string
  readonly from: LocalDate
  readonly to: LocalDate
  readonly visitCount: number
}

/** Days of one customer that holidays move and that are still to come, in order. */
export async function listMovedDays(
  db: Db,
  scope: CustomerScope,
  { from, until }: { readonly from: LocalDate; readonly until: LocalDate },
): Promise<MovedDay[]> {
  const rows = await db
    .selectFrom('visit')
    .where('customer_id', '=', scope.userId)
    .where('date', '>=', from)
    .where('moved_by', '=', 'holiday')
    .where('moved_from', '<=', until)
    .where('state', 'in', TO_COME)
    .groupBy(['moved_source', 'moved_from', 'date'])
    .orderBy('moved_from')
    .select(['moved_source', 'moved_from', 'date', (the) => the.fn.countAll<number>().as('count')])
    .execute()
  return rows.map((row) => ({
    holiday: row.moved_source!,
    from: row.moved_from!,
    to: row.date,
    visitCount: row.count,
  }))
}

/** Of one customer; `to` is null where a holiday leaves the work out. */
export type ChangedDay = Omit<MovedDay, 'to'> & {
  readonly to: LocalDate | null
  readonly customerId: UserId
  readonly monday: LocalDate
  /** Of one of its visits. */
  readonly place: string
  readonly service: InEachLanguage
}

export const PEOPLE_AT_ONCE = 500

/** A week before, on the clock of the place. */
const DAYS_BEFORE = 7
/** Any zone's today is within a day of ours, and a moved day within its week. */
const REACH_DAYS = DAYS_BEFORE + 8

/** What a notice of a week is known by: it comes once, however the work of that week changes afterwards. */
export const NOTICE_KEY = 'holiday-week:'

/**
 * The days that holidays move or leave out, of the next customers of a market of whose week a day is due and who have not been notified of it: all
 * days of that week, a customer's together.
 */
export async function listDaysToNotify(
  db: Db,
  { marketId, now, time }: { readonly marketId: string; readonly now: Instant; readonly time: string },
): Promise<ChangedDay[]> {
  const at = toTimestamp(now)
  const skipped = await listSkippedDates(db, marketId, { now, days: REACH_DAYS })
  const rhythmDates = await listRhythmDates(
    db,
    skipped.map(({ date }) => date),
  )
  const { rows } = await sql<{
    customer_id: UserId
    monday: LocalDate
    moved_source: string
    moved_from: LocalDate
    date: LocalDate | null
    count: number
    place: string
    name_en: string
    name_es: string
  }>`
    with changed as (
      select visit.customer_id, visit.property_id, visit.service_key, visit.moved_source, visit.moved_from,
        visit.date, date_trunc('week', visit.moved_from)::date as monday,
        (visit.moved_from - ${DAYS_BEFORE}::integer + ${time}::time) at time zone property.time_zone <= ${at} as is_due
      from visit
      join users on users.id = visit.customer_id and users.market_id = ${marketId}
      join property on property.id = visit.property_id
      where visit.moved_from is not null and visit.moved_by = 'holiday'
        and visit.date between ${at}::timestamptz::date - 1 and ${at}::timestamptz::date + ${REACH_DAYS}::integer
        and visit.state = any(${[...TO_COME]}::text[]) and visit.ends_at > ${at}
      ${skipped.length === 0 ? sql`` : skippedRows(skipped, rhythmDates, { marketId, at, time })}
    ), told as (
      select distinct customer_id, monday from changed
      where is_due and not exists (
        select from notice
        where notice.user_id = changed.customer_id and notice.key = ${NOTICE_KEY} || changed.monday
      )
      order by customer_id, monday limit ${PEOPLE_AT_ONCE}
    )
    select told.customer_id, told.monday::text as monday, changed.moved_source, changed.moved_from::text as moved_from,
      changed.date::text as date, count(*)::integer as count, min(property.name) as place,
      min(service.name_en) as name_en, min(service.name_es) as name_es
    from told join changed using (customer_id, monday)
    join property on property.id = changed.property_id
    join service on service.key = changed.service_key
    group by told.customer_id, told.monday, changed.moved_source, changed.moved_from, changed.date
    order by told.customer_id, told.monday, changed.moved_from
  `.execute(db)
  return rows.map((row) => ({
    customerId: row.customer_id,
    monday: row.monday,
    holiday: row.moved_source,
    from: row.moved_from,
    to: row.date,
    visitCount: row.count,
    place: row.place,
    service: { en: row.name_en, es: row.name_es },
  }))
}

/** Weekly work that a calendar leaves out, until the day is over where it is. */
function skippedRows(
  skipped: readonly SkippedDate[],
  rhythmDates: readonly RhythmDate[],
  {
    marketId,
    at,
    time,
  }: { readonly marketId: string; readonly at: ReturnType<typeof toTimestamp>; readonly time: string },
) {
  return sql`
    union all
    select work.customer_id, work.property_id, work.service_key, work.holiday, work.date, null::date,
      date_trunc('week', work.date)::date,
      (work.date - ${DAYS_BEFORE}::integer + ${time}::time) at time zone property.time_zone <= ${at}
    from (${workOnDates(skipped, rhythmDates, marketId)}) as work
    join property on property.id = work.property_id
    where (work.date + 1)::timestamp at time zone property.time_zone > ${at}
  `
}
