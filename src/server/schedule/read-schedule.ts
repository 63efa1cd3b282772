/** The operator's page of holidays and pushed days. */
import { sql } from 'kysely'
import { holidaysBetween } from '#domain/schedule/holidays.ts'
import { type Instant, type LocalDate, addDays, addMonths, dateAt } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { toRule } from '../jobs/calendars.ts'
import type { OperatorScope } from '../scope.ts'
import { settingsAt } from '../settings/settings-at.ts'

const PUSHED_DAYS_SHOWN = 30

export async function readSchedule(app: App, scope: OperatorScope) {
  const now = app.ports.clock.now()
  const today = dateAt(now, scope.timeZone)
  const settings = await settingsAt(app.db, scope.marketId, now)
  const markets = await app.db
    .selectFrom('market')
    .orderBy('name')
    .select(['id', 'name', 'lat', 'lng', 'holiday_rule_set_id as ruleSetId'])
    .execute()
  return {
    today,
    undoHours: settings.pushUndoHours,
    standbyHours: settings.standbyNoticeHours,
    markets,
    ruleSets: await readSets(app.db, today),
    pushedDays: await readPushedDays(app.db, now),
  }
}

async function readSets(db: Db, today: LocalDate) {
  const sets = await db.selectFrom('holiday_rule_set').orderBy('name').orderBy('id').selectAll().execute()
  const rules = await db
    .selectFrom('holiday_rule')
    .orderBy('month')
    .orderBy(sql`coalesce(day, nth * 7)`)
    .selectAll()
    .execute()
  const { rows } = await sql<{ id: string; count: number }>`
    select coalesce(property.holiday_rule_set_id, market.holiday_rule_set_id) as id, count(*)::integer as count
    from property join users on users.id = property.customer_id join market on market.id = users.market_id
    where property.removed_at is null group by 1
  `.execute(db)
  const countOf = new Map(rows.map((row) => [row.id, row.count]))
  return sets.map((set) => {
    const own = rules.filter((rule) => rule.rule_set_id === set.id)
    const ruleSet = { secondHoliday: set.second_holiday, rules: own.map(toRule) }
    return {
      id: set.id,
      name: set.name,
      serviceKeys: set.service_keys,
      secondHoliday: set.second_holiday,
      rules: own.map((rule) => ({
        key: rule.key,
        nameEn: rule.name_en,
        nameEs: rule.name_es,
        month: rule.month,
        day: rule.day,
        nth: rule.nth,
        weekday: rule.weekday,
        effect: rule.effect,
        weekend: rule.weekend,
      })),
      propertyCount: countOf.get(set.id) ?? 0,
      isFollowing: set.is_following,
      followTotal: set.follow_total,
      followDone: set.follow_done,
      coming: holidaysBetween(ruleSet, today, addDays(addMonths(today, 12), -1)),
    }
  })
}

async function readPushedDays(db: Db, now: Instant) {
  const rows = await db
    .selectFrom('pushed_day as day')
    .innerJoin('market', 'market.id', 'day.market_id')
    .innerJoin('users as person', 'person.id', 'day.created_by')
    .orderBy('day.created_at', 'desc')
    .limit(PUSHED_DAYS_SHOWN)
    .selectAll('day')
    .select(['market.name as market_name', 'person.name as by_name'])
    .execute()
  return rows.map((row) => ({
    id: row.id,
    marketId: row.market_id,
    marketName: row.market_name,
    date: row.date,
    to: row.to_date,
    area:
      row.lat === null || row.lng === null || row.radius_feet === null
        ? null
        : { lat: row.lat, lng: row.lng, radiusFeet: row.radius_feet },
    serviceKeys: row.service_keys,
    reason: row.reason,
    note: row.note,
    state: row.state,
    totalCount: row.total_count,
    movedCount: row.moved_count,
    skippedCount: row.skipped_count,
    byName: row.by_name,
    createdAt: row.created_at,
    canUndo: row.state === 'done' && now < row.undo_until,
    undoUntil: row.undo_until,
  }))
}
