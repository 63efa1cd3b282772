/** Calendars of holidays: rule sets, their rules, and who keeps which. */
import { sql } from 'kysely'
import type { HolidayRuleSetId, PropertyId, WeeklyJobId } from '#domain/ids.ts'
import type { WrittenHolidayRule } from '#domain/schedule/holidays.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { JOBS_WITH_RULE_SETS, readRuleSets } from '../jobs/calendar-queries.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import type { HolidayFollowing } from '../tasks/kinds.ts'

export type WrittenRule = WrittenHolidayRule & { readonly nameEn: string; readonly nameEs: string }

export async function lockRuleSet(db: Db, id: HolidayRuleSetId) {
  const row = await db
    .selectFrom('holiday_rule_set')
    .where('id', '=', id)
    .forUpdate()
    .select(['name', 'service_keys'])
    .executeTakeFirst()
  if (row === undefined) throw new Refused('not_found')
  return { name: row.name, serviceKeys: row.service_keys, ruleSet: (await readRuleSets(db, [id])).get(id)! }
}

export async function findRuleSetOfMarket(db: Db, marketId: string): Promise<HolidayRuleSetId | null> {
  const row = await db
    .selectFrom('market')
    .where('id', '=', marketId)
    .select('holiday_rule_set_id')
    .executeTakeFirst()
  if (row === undefined) throw new Refused('not_found')
  return row.holiday_rule_set_id
}

/** Its own, or its market's; of another market there is none. */
export async function findRuleSetOfProperty(
  db: Db,
  scope: OperatorScope,
  propertyId: PropertyId,
): Promise<HolidayRuleSetId | null> {
  const { rows } = await sql<{ id: HolidayRuleSetId | null }>`
    select coalesce(property.holiday_rule_set_id, market.holiday_rule_set_id) as id
    from property join users on users.id = property.customer_id join market on market.id = users.market_id
    where property.id = ${propertyId}::uuid and users.market_id = ${scope.marketId}
  `.execute(db)
  if (rows[0] === undefined) throw new Refused('not_found')
  return rows[0].id
}

export async function assignRuleSet(
  db: Db,
  to: { readonly marketId: string } | { readonly propertyId: PropertyId },
  ruleSetId: HolidayRuleSetId | null,
): Promise<void> {
  const set = { holiday_rule_set_id: ruleSetId }
  if ('marketId' in to) await db.updateTable('market').set(set).where('id', '=', to.marketId).execute()
  else await db.updateTable('property').set(set).where('id', '=', to.propertyId).execute()
}

export async function saveRuleSet(
  db: Db,
  input: {
    ruleSetId: HolidayRuleSetId | null
    name: string
    serviceKeys: readonly string[] | null
    secondHoliday: 'once' | 'adds'
  },
  now: Instant,
): Promise<HolidayRuleSetId> {
  const values = {
    name: input.name,
    service_keys: input.serviceKeys === null ? null : [...input.serviceKeys],
    second_holiday: input.secondHoliday,
    updated_at: toTimestamp(now),
  }
  if (input.ruleSetId !== null) {
    await db.updateTable('holiday_rule_set').set(values).where('id', '=', input.ruleSetId).execute()
    return input.ruleSetId
  }
  const { id } = await db
    .insertInto('holiday_rule_set')
    .values({ ...values, created_at: toTimestamp(now) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function replaceRules(
  db: Db,
  ruleSetId: HolidayRuleSetId,
  rules: readonly WrittenRule[],
): Promise<void> {
  await db.deleteFrom('holiday_rule').where('rule_set_id', '=', ruleSetId).execute()
  if (rules.length === 0) return
  await db
    .insertInto('holiday_rule')
    .values(
      rules.map((rule) => ({
        rule_set_id: ruleSetId,
        key: rule.key,
        name_en: rule.nameEn,
        name_es: rule.nameEs,
        month: rule.month,
        day: rule.day,
        nth: rule.day === null ? rule.nth : null,
        weekday: rule.day === null ? rule.weekday : null,
        effect: rule.effect,
        weekend: rule.weekend,
      })),
    )
    .execute()
}

export type HolidayName = { readonly en: string; readonly es: string }

/** By key; calendars that share a key share the holiday. */
export async function readHolidayNames(
  db: Db,
  keys: readonly string[],
): Promise<ReadonlyMap<string, HolidayName>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('holiday_rule')
    .where('key', 'in', [...keys])
    .select(['key', 'name_en as en', 'name_es as es'])
    .execute()
  return new Map(rows.map((row) => [row.key, { en: row.en, es: row.es }]))
}

/** The operator's own. */
export function listMarkets(db: Db, scope: OperatorScope) {
  return db
    .selectFrom('market')
    .where('id', '=', scope.marketId)
    .select(['id', 'name', 'lat', 'lng', 'holiday_rule_set_id as ruleSetId'])
    .execute()
}

/** Every calendar with its rules and how many places keep it, by name. */
export async function listRuleSets(db: Db) {
  const sets = await db.selectFrom('holiday_rule_set').orderBy('name').orderBy('id').selectAll().execute()
  const rules = await db
    .selectFrom('holiday_rule')
    .orderBy('month')
    .orderBy(sql`coalesce(day, nth * 7)`)
    .selectAll()
    .execute()
  const { rows } = await sql<{ id: HolidayRuleSetId | null; count: number }>`
    select coalesce(property.holiday_rule_set_id, market.holiday_rule_set_id) as id, count(*)::integer as count
    from property join users on users.id = property.customer_id join market on market.id = users.market_id
    where property.removed_at is null group by 1
  `.execute(db)
  const rulesOf = Map.groupBy(rules, (rule) => rule.rule_set_id)
  const countOf = new Map(rows.map((row) => [row.id, row.count]))
  return sets.map((set) => ({
    ...set,
    rules: rulesOf.get(set.id) ?? [],
    propertyCount: countOf.get(set.id) ?? 0,
  }))
}

export type ConcernedRow = { date: LocalDate | null; visits: number; customers: number; crews: number }

/**
 * How many planned visits of the calendar's jobs fall on these dates of their rules: a row a date, and one of all
 * without a date. A customer's own move of a date beats the calendar, so such visits stay.
 */
export async function countVisitsConcerned(
  db: Db,
  ruleSetId: HolidayRuleSetId,
  dates: readonly LocalDate[],
  now: Instant,
): Promise<ConcernedRow[]> {
  const { rows } = await sql<ConcernedRow>`
    with concerned as (
      select coalesce(visit.moved_from, visit.date) as date, visit.customer_id, visit.crew_id
      ${JOBS_WITH_RULE_SETS}
      join visit on visit.weekly_job_id = job.id
      where rule_set.id = ${ruleSetId}::uuid and job.state <> 'cancelled' and visit.state in ('scheduled', 'confirmed', 'skipped')
        and coalesce(visit.moved_from, visit.date) = any(${dates}::date[]) and visit.ends_at > ${toTimestamp(now)}
        and (visit.moved_by is null or visit.moved_by = 'holiday')
        and (visit.state <> 'skipped' or not exists (
          select from weekly_job_skip skip where skip.weekly_job_id = job.id and skip.date = visit.date
        ))
    )
    select date, count(*)::integer as visits, count(distinct customer_id)::integer as customers,
      count(distinct crew_id)::integer as crews
    from concerned group by grouping sets ((date), ())
  `.execute(db)
  return rows
}

export const JOBS_AT_ONCE = 500

/** The calendar shows that planned visits follow it, and how far they are. */
export async function markFollowing(
  db: Db,
  ruleSetId: HolidayRuleSetId,
  following: Pick<HolidayFollowing, 'scope' | 'weekdays' | 'from'>,
): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count ${jobsConcerned(following)}
  `.execute(db)
  await db
    .updateTable('holiday_rule_set')
    .set({ is_following: true, follow_total: rows[0]!.count, follow_done: 0 })
    .where('id', '=', ruleSetId)
    .execute()
}

/** With the one that runs now, which leaves the queue when it is done. */
export async function countPartsLeft(db: Db, walkId: string): Promise<number> {
  const { count } = await db
    .selectFrom('task')
    .where('kind', '=', 'follow_holidays')
    .where(sql<boolean>`payload ->> 'walkId' = ${walkId}`)
    .select((the) => the.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function findNextJobs(db: Db, following: HolidayFollowing): Promise<WeeklyJobId[]> {
  const { rows } = await sql<{ id: WeeklyJobId }>`
    select job.id ${jobsConcerned(following)}
      and (${following.after}::uuid is null or job.id > ${following.after}::uuid)
      and (${following.upTo}::uuid is null or job.id <= ${following.upTo}::uuid)
    order by job.id limit ${JOBS_AT_ONCE}
  `.execute(db)
  return rows.map((row) => row.id)
}

/**
 * Each job asks for its own calendar, in the order of ids: a join would read every place there is for each batch,
 * since nothing tells PostgreSQL how many places share a calendar. A job without visits is asked for as well: a planner
 * may be writing its first ones this moment, by the rules of before, and is waited for at the job's lock.
 */
function jobsConcerned({ scope, weekdays, from }: Pick<HolidayFollowing, 'scope' | 'weekdays' | 'from'>) {
  const ofPlace = 'propertyId' in scope ? sql`job.property_id = ${scope.propertyId}::uuid` : sql`true`
  return sql`
    from weekly_job job cross join lateral (
      select from property
      join users on users.id = property.customer_id
      join market on market.id = users.market_id
      where property.id = job.property_id and ${isInScope(scope)} limit 1
    ) place
    where job.state <> 'cancelled' and ${ofPlace}
      and (job.planned_until is null or job.planned_until >= ${from}::date)
      and (job.weekdays && ${[...weekdays]}::smallint[] or exists (
        select from weekly_job_earlier_terms terms where terms.weekly_job_id = job.id and terms.until_date >= ${from}::date
      ))
  `
}

function isInScope(scope: HolidayFollowing['scope']) {
  if ('propertyId' in scope) return sql`true`
  if ('marketId' in scope) return sql`market.id = ${scope.marketId} and property.holiday_rule_set_id is null`
  return sql`coalesce(property.holiday_rule_set_id, market.holiday_rule_set_id) = ${scope.ruleSetId}::uuid`
}

export async function addFollowedJobs(db: Db, ruleSetId: HolidayRuleSetId, done: number): Promise<void> {
  await db
    .updateTable('holiday_rule_set')
    .set((set) => ({
      follow_done: sql<number>`least(${set.ref('follow_total')}, ${set.ref('follow_done')} + ${done})`,
    }))
    .where('id', '=', ruleSetId)
    .execute()
}

export async function markFollowed(db: Db, ruleSetId: HolidayRuleSetId): Promise<void> {
  await db.updateTable('holiday_rule_set').set({ is_following: false }).where('id', '=', ruleSetId).execute()
}
