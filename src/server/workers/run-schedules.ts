/** Turns schedules into tasks. The slot's instant is part of the task's key, so racing servers collide harmlessly. */
import type { SettingsTimeline } from '#domain/settings/book.ts'
import { slotsOf } from '#domain/settings/slots.ts'
import {
  addDays,
  DAY_MS,
  dateAt,
  type Instant,
  instant,
  instantAt,
  MINUTE_MS,
  mondayOf,
} from '#domain/time.ts'
import { nextRun, runOfWeek } from '#domain/weekly-slot.ts'
import type { App } from '../app.ts'
import { readSettings } from '../settings/read-settings.ts'
import type { SlotPayload } from '../tasks/kinds.ts'
import { enqueueAll, taskRow } from '../tasks/queries.ts'
import type { Schedule } from '../tasks/task.ts'
import { schedules } from './register-tasks.ts'
import {
  insertNextRuns,
  listMarkets,
  lockNextRun,
  nextRuns,
  planNext,
  planNextNotAfter,
} from './task-queries.ts'

type Market = { readonly id: string; readonly time_zone: string; readonly settings: SettingsTimeline }

/**
 * Answers how many schedules came due. After days off, what was missed several times runs once, money each time. One
 * question for all of them, however many markets there are; only what is due is a transaction of its own.
 */
export async function runDueSchedules(app: App): Promise<number> {
  const now = app.ports.clock.now()
  const markets = await listMarkets(app.db)
  const book = await readSettings(app.db)
  const planned = await nextRuns(app.db)
  const begun: { key: string; slot: Instant }[] = []
  let due = 0
  for (const { id, time_zone } of markets) {
    const market = { id, time_zone, settings: book.timeline(id) }
    for (const schedule of schedules) {
      const key = keyOf(schedule, id)
      const next = planned.get(key)
      if (next === undefined) begun.push({ key, slot: slotAfter(schedule, now, market) })
      else if (isNowOrMoved(schedule, next, market, now) && (await runSchedule(app, schedule, market)))
        due += 1
    }
  }
  await insertNextRuns(app.db, begun)
  return due
}

/**
 * Schedules that wait for longer than they ever should, since somebody planned them by a clock that was ahead, wait for
 * their next slot from now instead.
 */
export async function planTooFarAgain(app: App): Promise<void> {
  const now = app.ports.clock.now()
  const book = await readSettings(app.db)
  const markets = await listMarkets(app.db)
  for (const { id, time_zone } of markets)
    for (const schedule of schedules) {
      const next = slotAfter(schedule, now, { id, time_zone, settings: book.timeline(id) })
      const latest = instant(next + longestWaitMs(schedule))
      await planNextNotAfter(app.db, keyOf(schedule, id), { slot: next, latest })
    }
}

/** From one slot to the next, with a day to spare for settings that move it and clocks that change. */
function longestWaitMs({ at }: Schedule): number {
  if ('everyMinutes' in at) return DAY_MS
  return 'weekly' in at ? 8 * DAY_MS : 2 * DAY_MS
}

/** The first slot after an instant, on the wall clock of the market. */
function slotAfter({ at }: Schedule, after: Instant, { time_zone: zone, settings }: Market): Instant {
  if ('everyMinutes' in at) {
    const step = at.everyMinutes * MINUTE_MS
    return instant((Math.floor(after / step) + 1) * step)
  }
  if ('weekly' in at) return nextRun(slotsOf(settings, at.weekly), after, zone).at
  for (let date = dateAt(after, zone); ; date = addDays(date, 1)) {
    const slot = instantAt(date, at.time, zone)
    if (slot > after) return slot
  }
}

/** What was planned may have moved since: a week has one run, when the settings that hold now say so. */
function slotNow({ at }: Schedule, planned: Instant, { time_zone: zone, settings }: Market): Instant {
  if (!('weekly' in at)) return planned
  return runOfWeek(slotsOf(settings, at.weekly), mondayOf(dateAt(planned, zone)), zone).at
}

function keyOf({ kind }: Schedule, marketId: string): string {
  return `${kind}@${marketId}`
}

function isNowOrMoved(schedule: Schedule, planned: Instant, market: Market, now: Instant): boolean {
  const slot = slotNow(schedule, planned, market)
  return slot <= now || slot !== planned
}

async function runSchedule(app: App, schedule: Schedule, market: Market): Promise<boolean> {
  const now = app.ports.clock.now()
  const key = keyOf(schedule, market.id)
  return app.db.transaction().execute(async (trx) => {
    const planned = await lockNextRun(trx, key)
    if (planned === undefined) return false
    const slot = slotNow(schedule, planned, market)
    if (slot > now) {
      if (slot !== planned) await planNext(trx, key, slot)
      return false
    }
    const due = dueSlots(schedule, slot, market, now).map((at) => {
      const payload: SlotPayload = { marketId: market.id, at }
      return taskRow(schedule.kind, payload, { now, dedupeKey: `${market.id}@${at}` })
    })
    await enqueueAll(trx, due)
    await planNext(trx, key, slotAfter(schedule, now, market))
    return true
  })
}

/** The one that was planned and, where each counts, those missed since: two weeks of money are caught up at once. */
function dueSlots(schedule: Schedule, planned: Instant, market: Market, now: Instant): Instant[] {
  const slots = [planned]
  if (schedule.missed !== 'each') return slots
  for (let next = slotAfter(schedule, planned, market); next <= now; next = slotAfter(schedule, next, market))
    slots.push(next)
  return slots
}
