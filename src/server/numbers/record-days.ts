/**
 * Sums up days of a market, in slices of a window of days, each in a transaction of its own with the task of the next.
 * A night begins as far back as rows still change (refunds, late reports), or where nothing was summed up yet.
 */
import { addDays, dateAt, type LocalDate } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { marketZone } from '../market-zone.ts'
import type { TaskPayloads } from '../tasks/kinds.ts'
import { enqueue } from '../tasks/queue.ts'
import { areCohortsMissing, writeCohorts } from './cohort-queries.ts'
import { findFirstDay, findLastSummed, widenSpans, writeDays } from './summary-queries.ts'

const CHANGES_FOR_DAYS = 45
const DAYS_AT_ONCE = 31

export async function recordDays(app: App, db: Db, payload: TaskPayloads['record_days']): Promise<void> {
  const { marketId, at } = payload
  const zone = await marketZone(db, { marketId })
  const yesterday = addDays(dateAt(at, zone), -1)
  const from = payload.from ?? (await findStart(db, marketId, yesterday))
  if (from === null || from > yesterday) return
  const end = addDays(from, DAYS_AT_ONCE - 1)
  const to = end < yesterday ? end : yesterday
  await widenSpans(db, { marketId, zone, from, to })
  await writeDays(db, { marketId, zone, from, to })
  await writeCohorts(db, { marketId, from, to, until: yesterday })
  if (to < yesterday)
    await enqueue(db, 'record_days', { ...payload, from: addDays(to, 1) }, { now: app.ports.clock.now() })
}

async function findStart(db: Db, marketId: string, yesterday: LocalDate): Promise<LocalDate | null> {
  const last = await findLastSummed(db, marketId)
  if (last === null || (await areCohortsMissing(db, marketId))) return findFirstDay(db, marketId)
  const changing = addDays(yesterday, -CHANGES_FOR_DAYS)
  const missing = addDays(last, 1)
  return missing < changing ? missing : changing
}
