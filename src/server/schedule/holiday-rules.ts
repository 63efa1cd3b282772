/** Calendars of holidays as operators write them. What is planned already follows in the background. */
import { sql } from 'kysely'
import type { HolidayRuleSetId, PropertyId } from '#domain/ids.ts'
import {
  changedDates,
  type HolidayRule,
  type HolidayRuleSet,
  type HolidaysOn,
  rememberHolidays,
} from '#domain/schedule/holidays.ts'
import { planningRange } from '#domain/schedule/recurrence.ts'
import {
  addDays,
  DEFAULT_TIME_ZONE,
  type Instant,
  type LocalDate,
  type Weekday,
  weekdayOf,
} from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import { readRuleSets } from '../jobs/calendars.ts'
import { widestHorizon } from '../jobs/plan-visits.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import type { HolidayFollowing } from '../tasks/holiday-following.ts'
import { audit } from './audit.ts'
import { startFollowing } from './follow-holidays.ts'

export type WrittenRule = Omit<HolidayRule, 'on'> & {
  readonly nameEn: string
  readonly nameEs: string
  readonly month: number
  readonly day: number | null
  readonly nth: number | null
  readonly weekday: Weekday | null
}

export type WrittenRules = {
  readonly secondHoliday: HolidayRuleSet['secondHoliday']
  readonly rules: readonly WrittenRule[]
}

export function toRuleSet({ secondHoliday, rules }: WrittenRules): HolidayRuleSet {
  return {
    secondHoliday,
    rules: rules.map(({ key, month, day, nth, weekday, effect, weekend }) => ({
      key,
      effect,
      weekend,
      on: day === null ? { month, nth: nth!, weekday: weekday! } : { month, day },
    })),
  }
}

/** The days for which visits may stand, a little wider than any place's own. */
export async function plannedDays(db: Db, now: Instant): Promise<{ from: LocalDate; to: LocalDate }> {
  const { from, to } = planningRange(now, DEFAULT_TIME_ZONE, await widestHorizon(db, now))
  return { from: addDays(from, -1), to: addDays(to, 1) }
}

export async function saveHolidayRules(
  app: App,
  scope: OperatorScope,
  input: WrittenRules & {
    readonly ruleSetId: HolidayRuleSetId | null
    readonly name: string
    readonly serviceKeys: readonly string[] | null
  },
) {
  return inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    const before = input.ruleSetId === null ? null : await lockRuleSet(trx, input.ruleSetId)
    const id = await writeRuleSet(trx, input, now)
    await writeRules(trx, id, input.rules)
    await audit(app, trx, scope, 'save_holiday_rules', id, input)
    if (before !== null) {
      const areServicesSame = String(before.serviceKeys) === String(input.serviceKeys)
      const after = rememberHolidays(toRuleSet(input))
      const planned = await plannedDays(trx, now)
      // Other services: every holiday of one that is added or left out counts as changed.
      const dates = areServicesSame
        ? datesChanged(rememberHolidays(before.ruleSet), after, planned)
        : [
            ...datesChanged(null, after, planned),
            ...datesChanged(rememberHolidays(before.ruleSet), null, planned),
          ]
      await follow(trx, { ruleSetId: id, scope: { ruleSetId: id } }, dates, now)
    }
    return { ok: true as const, ruleSetId: id }
  })
}

export async function assignHolidayRules(
  app: App,
  scope: OperatorScope,
  input: {
    readonly ruleSetId: HolidayRuleSetId | null
    readonly marketId?: string | undefined
    readonly propertyId?: PropertyId | undefined
  },
): Promise<void> {
  await inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    if (input.ruleSetId !== null) await lockRuleSet(trx, input.ruleSetId)
    const { marketId, propertyId } = input
    const before =
      propertyId === undefined ? await setOfMarket(trx, marketId!) : await setOfProperty(trx, propertyId)
    const set = { holiday_rule_set_id: input.ruleSetId }
    if (propertyId === undefined)
      await trx.updateTable('market').set(set).where('id', '=', marketId!).execute()
    else await trx.updateTable('property').set(set).where('id', '=', propertyId).execute()
    await audit(app, trx, scope, 'assign_holiday_rules', propertyId ?? marketId!, input)
    const after = propertyId === undefined ? input.ruleSetId : await setOfProperty(trx, propertyId)
    const sets = await readRuleSets(
      trx,
      [before, after].filter((id) => id !== null),
    )
    const calendar = (id: HolidayRuleSetId | null) => (id === null ? null : rememberHolidays(sets.get(id)!))
    const dates = datesChanged(calendar(before), calendar(after), await plannedDays(trx, now))
    const whose = propertyId === undefined ? { marketId: marketId! } : { propertyId }
    await follow(trx, { ruleSetId: null, scope: whose }, dates, now)
  })
}

async function follow(
  db: Db,
  following: Pick<HolidayFollowing, 'ruleSetId' | 'scope'>,
  dates: readonly LocalDate[],
  now: Instant,
): Promise<void> {
  if (dates.length === 0) return
  const sorted = [...dates].sort()
  const weekdays = [...new Set(sorted.map(weekdayOf))].sort()
  await startFollowing(db, { ...following, from: sorted[0]!, to: sorted.at(-1)!, weekdays }, now)
}

function datesChanged(
  before: HolidaysOn | null,
  after: HolidaysOn | null,
  { from, to }: { from: LocalDate; to: LocalDate },
): LocalDate[] {
  return changedDates(before ?? NO_HOLIDAYS, after ?? NO_HOLIDAYS, from, to)
}

const NO_HOLIDAYS: HolidaysOn = () => ({ kind: 'stays' })

async function lockRuleSet(db: Db, id: HolidayRuleSetId) {
  const row = await db
    .selectFrom('holiday_rule_set')
    .where('id', '=', id)
    .forUpdate()
    .select('service_keys')
    .executeTakeFirst()
  if (row === undefined) throw new Refused('not_found')
  return { serviceKeys: row.service_keys, ruleSet: (await readRuleSets(db, [id])).get(id)! }
}

async function setOfMarket(db: Db, marketId: string): Promise<HolidayRuleSetId | null> {
  const row = await db
    .selectFrom('market')
    .where('id', '=', marketId)
    .select('holiday_rule_set_id')
    .executeTakeFirst()
  if (row === undefined) throw new Refused('not_found')
  return row.holiday_rule_set_id
}

/** Its own, or its market's. */
async function setOfProperty(db: Db, propertyId: PropertyId): Promise<HolidayRuleSetId | null> {
  const { rows } = await sql<{ id: HolidayRuleSetId | null }>`
    select coalesce(property.holiday_rule_set_id, market.holiday_rule_set_id) as id
    from property join users on users.id = property.customer_id join market on market.id = users.market_id
    where property.id = ${propertyId}::uuid
  `.execute(db)
  if (rows[0] === undefined) throw new Refused('not_found')
  return rows[0].id
}

async function writeRuleSet(
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

async function writeRules(db: Db, ruleSetId: HolidayRuleSetId, rules: readonly WrittenRule[]): Promise<void> {
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
