/** The operator's page of holidays and pushed days. */
import { holidaysBetween, toRuleSet } from '#domain/schedule/holidays.ts'
import { addDays, addMonths, dateAt, type Instant, type LocalDate } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import type { OperatorScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { listMarkets, listRuleSets } from './holiday-queries.ts'
import { areaOf, listPushedDays } from './pushed-day-queries.ts'

const PUSHED_DAYS_SHOWN = 30

export async function readSchedule(app: App, scope: OperatorScope) {
  const now = app.ports.clock.now()
  const today = dateAt(now, scope.timeZone)
  const settings = await settingsAt(app.db, scope.marketId, now)
  return {
    today,
    undoHours: settings.pushUndoHours,
    standbyHours: settings.standbyNoticeHours,
    markets: await listMarkets(app.db, scope),
    ruleSets: await readSets(app.db, today),
    pushedDays: await readPushedDays(app.db, scope, now),
  }
}

async function readSets(db: Db, today: LocalDate) {
  const sets = await listRuleSets(db)
  return sets.map((set) => {
    const ruleSet = toRuleSet({ secondHoliday: set.second_holiday, rules: set.rules })
    return {
      id: set.id,
      name: set.name,
      serviceKeys: set.service_keys,
      secondHoliday: set.second_holiday,
      rules: set.rules.map((rule) => ({
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
      propertyCount: set.propertyCount,
      isFollowing: set.is_following,
      followTotal: set.follow_total,
      followDone: set.follow_done,
      coming: holidaysBetween(ruleSet, today, addDays(addMonths(today, 12), -1)),
    }
  })
}

async function readPushedDays(db: Db, scope: OperatorScope, now: Instant) {
  const rows = await listPushedDays(db, scope, PUSHED_DAYS_SHOWN)
  return rows.map((row) => ({
    id: row.id,
    marketId: row.market_id,
    marketName: row.market_name,
    date: row.date,
    to: row.to_date,
    area: areaOf(row),
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
