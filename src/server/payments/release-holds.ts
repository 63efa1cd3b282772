import type { CardHoldId, PaymentId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { enqueue } from '../tasks/queue.ts'
import { listStandingHolds, markCaptured, markReleasing } from './hold-queries.ts'

/** The payment is paid: the hold that paid it is used up (the provider releases its rest), another one is released. */
export async function releaseHolds(
  trx: Db,
  {
    paymentId,
    capturedIntentId,
    now,
  }: { paymentId: PaymentId; capturedIntentId: string | null; now: Instant },
): Promise<void> {
  for (const { id, intentId } of await listStandingHolds(trx, paymentId))
    if (intentId === capturedIntentId) await markCaptured(trx, id, now)
    else await releaseHold(trx, id, now)
}

/** Asks the provider to release a hold, as soon as this is saved. */
export async function releaseHold(trx: Db, holdId: CardHoldId, now: Instant): Promise<void> {
  await markReleasing(trx, holdId)
  await enqueue(trx, 'release_hold', { holdId }, { now, dedupeKey: holdId })
}
