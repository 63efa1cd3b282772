/** Turns schedules into tasks. The slot's instant is part of the task's key, so racing servers collide harmlessly. */
import { addDays, dateAt, type Instant, instant, instantAt, MINUTE_MS, weekdayOf } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { SlotPayload } from '../tasks/kinds.ts'
import { enqueue } from '../tasks/queue.ts'
import type { Schedule } from '../tasks/task.ts'
import { schedules } from './registry.ts'

type Market = { id: string; time_zone: string }

/** Answers how many slots came due. After days off, a slot that was missed several times runs once. */
export async function runDueSchedules(app: App): Promise<number> {
  const markets = await app.db.selectFrom('market').select(['id', 'time_zone']).execute()
  let due = 0
  for (const market of markets) {
    for (const schedule of schedules) if (await runSchedule(app, schedule, market)) due += 1
  }
  return due
}

/** The first slot after an instant, on the wall clock of the zone. */
function nextSlot({ at }: Schedule, after: Instant, zone: string): Instant {
  if ('everyMinutes' in at) {
    const step = at.everyMinutes * MINUTE_MS
    return instant((Math.floor(after / step) + 1) * step)
  }
  for (let date = dateAt(after, zone); ; date = addDays(date, 1)) {
    const slot = instantAt(date, at.time, zone)
    if (slot > after && (at.weekday === undefined || weekdayOf(date) === at.weekday)) return slot
  }
}

async function runSchedule(app: App, schedule: Schedule, market: Market): Promise<boolean> {
  const now = app.ports.clock.now()
  const key = `${schedule.kind}@${market.id}`
  return app.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('task_schedule')
      .where('kind', '=', key)
      .forUpdate()
      .skipLocked()
      .select('next_run_at')
      .executeTakeFirst()
    if (row === undefined) return startSchedule(trx, key, schedule, market, now)
    if (row.next_run_at > now) return false
    const payload: SlotPayload = { marketId: market.id, at: row.next_run_at }
    await enqueue(trx, schedule.kind, payload, { now, dedupeKey: `${market.id}@${row.next_run_at}` })
    await trx
      .updateTable('task_schedule')
      .set({ next_run_at: toTimestamp(nextSlot(schedule, now, market.time_zone)) })
      .where('kind', '=', key)
      .execute()
    return true
  })
}

async function startSchedule(
  db: Db,
  key: string,
  schedule: Schedule,
  market: Market,
  now: Instant,
): Promise<false> {
  await db
    .insertInto('task_schedule')
    .values({ kind: key, next_run_at: toTimestamp(nextSlot(schedule, now, market.time_zone)) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return false
}
