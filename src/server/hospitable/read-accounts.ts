/** Accounts whose turn it is are read: once a day each, and soon after a webhook. */
import { nextReading } from '#domain/hospitable/reading-pace.ts'
import type { HospitableAccountId } from '#domain/ids.ts'
import { HOUR_MS, type Instant, instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { HospitableFailure } from '../ports/hospitable/port.ts'
import { enqueue } from '../tasks/queue.ts'
import { claimDue, findFailures, saveReading } from './event-queries.ts'
import { readRentals } from './read-rentals.ts'
import { readStays } from './read-stays.ts'
import { Lapsed } from './use-tokens.ts'

const AT_ONCE = 500

export async function startReadings(app: App, marketId: string): Promise<void> {
  const now = app.ports.clock.now()
  const until = instant(now + HOUR_MS)
  await inTransaction(
    app.db,
    async (trx) => {
      for (const accountId of await claimDue(trx, { marketId, now, until, limit: AT_ONCE }))
        await enqueue(trx, 'read_hospitable', { accountId, until }, { now, dedupeKey: `${accountId}@${now}` })
    },
    { isolation: 'read committed', isStep: false },
  )
}

/** A house that is away, or speaks nonsense, is asked again later; a lapsed account waits for its customer. */
export async function readAccount(
  app: App,
  accountId: HospitableAccountId,
  claimedUntil: Instant,
): Promise<void> {
  const now = app.ports.clock.now()
  try {
    await readRentals(app, accountId)
    await readStays(app, accountId)
    await saveReading(app.db, accountId, {
      claimedUntil,
      next: nextReading(0, now),
      failures: 0,
      readAt: now,
    })
  } catch (error) {
    if (error instanceof Lapsed) return
    if (!(error instanceof HospitableFailure)) throw error
    app.log.warn({ err: error, accountId, code: 'hospitable_unread' }, 'Hospitable could not be read')
    const failures = (await findFailures(app.db, accountId)) + 1
    await saveReading(app.db, accountId, { claimedUntil, next: nextReading(failures, now), failures })
  }
}
