/** An operator has a host look at a calendar that went silent, or has the calendar itself asked once more. */
import type { StaySourceId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import { DAY_MS, type Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { findFeed } from '../feeds/queries.ts'
import { notify } from '../notices/notify.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { enqueue } from '../tasks/queue.ts'
import { queueTexts } from './texts.ts'

/** Once a day for each calendar, however often an operator asks. The caller knows that it waits in the market. */
export async function askHost(
  { db }: App,
  scope: OperatorScope,
  sourceId: StaySourceId,
  now: Instant,
): Promise<void> {
  const feed = await findFeed(db, sourceId)
  if (feed === undefined) throw new Refused('not_found')
  await notify(db, {
    to: feed.customer_id,
    event: 'job_changed',
    key: `ask-host:${sourceId}:${Math.floor(now / DAY_MS)}`,
    texts: inEachLanguage((language) =>
      queueTexts[language].askedForCalendar({ place: feed.name, host: feed.host }),
    ),
    url: `/property/${feed.property_id}`,
    now,
  })
  await recordAudit(db, {
    at: now,
    actorId: scope.userId,
    action: 'ask_host',
    subject: sourceId,
    detail: { customerId: feed.customer_id },
  })
}

/** In the background, as its owner would. */
export async function readFeedAgain(
  { db }: App,
  scope: OperatorScope,
  sourceId: StaySourceId,
  now: Instant,
): Promise<void> {
  await enqueue(db, 'read_feed', { sourceId }, { now, dedupeKey: sourceId })
  await recordAudit(db, {
    at: now,
    actorId: scope.userId,
    action: 'read_feed_again',
    subject: sourceId,
    detail: {},
  })
}
