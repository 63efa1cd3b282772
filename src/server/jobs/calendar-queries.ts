/** Which calendar of holidays each weekly job keeps: its place's own, else its market's, where it names the service. */
import { sql } from 'kysely'
import type { HolidayRuleSetId, WeeklyJobId } from '#domain/ids.ts'
import {
  type HolidayRuleSet,
  type HolidaysOn,
  rememberHolidays,
  toRuleSet,
} from '#domain/schedule/holidays.ts'
import type { Db } from '../db/client.ts'

/** By job id; a job without a calendar is left out. Two statements, however many jobs. */
export async function findCalendars(
  db: Db,
  weeklyJobIds: readonly WeeklyJobId[],
): Promise<ReadonlyMap<string, HolidaysOn>> {
  const { rows } = await sql<{ job_id: WeeklyJobId; rule_set_id: HolidayRuleSetId }>`
    select job.id as job_id, rule_set.id as rule_set_id
    ${JOBS_WITH_RULE_SETS}
    where job.id = any(${weeklyJobIds}::uuid[])
  `.execute(db)
  const calendars = await readCalendars(db, [...new Set(rows.map((row) => row.rule_set_id))])
  return new Map(rows.map((row) => [row.job_id, calendars.get(row.rule_set_id)!]))
}

/** Live weekly jobs joined to the rule set that they keep, as `job`, `property` and `rule_set`. */
export const JOBS_WITH_RULE_SETS = sql`
  from weekly_job job
  join property on property.id = job.property_id
  join users on users.id = job.customer_id
  join market on market.id = users.market_id
  join holiday_rule_set rule_set on rule_set.id = coalesce(property.holiday_rule_set_id, market.holiday_rule_set_id)
    and (rule_set.service_keys is null or job.service_key = any(rule_set.service_keys))
`

async function readCalendars(
  db: Db,
  ruleSetIds: readonly HolidayRuleSetId[],
): Promise<ReadonlyMap<string, HolidaysOn>> {
  const sets = await readRuleSets(db, ruleSetIds)
  return new Map([...sets].map(([id, set]) => [id, rememberHolidays(set)]))
}

export async function readRuleSets(
  db: Db,
  ids: readonly HolidayRuleSetId[],
): Promise<ReadonlyMap<string, HolidayRuleSet>> {
  if (ids.length === 0) return new Map()
  const sets = await db
    .selectFrom('holiday_rule_set')
    .where('id', 'in', [...ids])
    .select(['id', 'second_holiday'])
    .execute()
  const rules = await db
    .selectFrom('holiday_rule')
    .where('rule_set_id', 'in', [...ids])
    .selectAll()
    .execute()
  const rulesOf = Map.groupBy(rules, (rule) => rule.rule_set_id)
  return new Map(
    sets.map((set) => [
      set.id,
      toRuleSet({ secondHoliday: set.second_holiday, rules: rulesOf.get(set.id) ?? [] }),
    ]),
  )
}
