/** Whoever relies on a connection that lets us read no more learns it before the next guests come. */
import type { HospitableAccountId, UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { notify } from '../notices/notify.ts'
import { hospitableTexts } from './texts.ts'

type LapsedAccount = {
  readonly id: HospitableAccountId
  readonly pairNumber: number
  readonly customerId: UserId
}

/** Once for each time that it lapses. */
export function notifyOfLapse(
  db: Db,
  { id, pairNumber, customerId }: LapsedAccount,
  now: Instant,
): Promise<void> {
  return notify(db, {
    to: customerId,
    event: 'job_changed',
    key: `hospitable-lapsed:${id}:${pairNumber}`,
    texts: hospitableTexts,
    url: '/hospitable-redirect',
    now,
  })
}
