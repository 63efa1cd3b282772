/** Whoever relies on a calendar that says nothing any more learns it before the next guests do. */
import type { PropertyId, StaySourceId, UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { notify } from '../notices/notify.ts'
import { silenceTexts } from './texts.ts'

type Silent = {
  readonly source_id: StaySourceId
  readonly property_id: PropertyId
  readonly customer_id: UserId
  readonly name: string
  readonly host: string
}

/** Once for each silence. */
export function notifyOfSilence(db: Db, feed: Silent, now: Instant): Promise<void> {
  return notify(db, {
    to: feed.customer_id,
    event: 'job_changed',
    key: `feed-silent:${feed.source_id}:${now}`,
    texts: silenceTexts(feed),
    url: `/property/${feed.property_id}`,
    now,
  })
}
