/** One reading of a feed: asked politely, believed only where it is whole, and written down however it went. */
import type { StaySourceId } from '#domain/ids.ts'
import type { FeedFault } from '#domain/stays/calendar.ts'
import { isSilent, nextReadingAt, warnsBefore } from '#domain/stays/feed-health.ts'
import { dateAt, type Instant, instant, instantAt, MINUTE_MS } from '#domain/time.ts'
import { DEFAULT_TURNOVER_RULE } from '#domain/turnovers/wanted-turnovers.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction, toJson, toTimestamp } from '../db/client.ts'
import type { FeedAnswer } from '../ports/feeds/port.ts'
import { countReports, findNextCheckIn } from '../stays/queries.ts'
import { type Received, recordReports } from '../stays/record-reports.ts'
import { enqueue } from '../tasks/queue.ts'
import { unsealAddress } from './hash-address.ts'
import { notifyOfSilence, warnBeforeCheckIn } from './notify-of-silence.ts'
import { findFeed, updateFeed } from './queries.ts'
import { readApart } from './read-apart.ts'
import type { ReadCalendar } from './read-calendar.ts'
import { takeTurn } from './take-turn.ts'

/** Longer than a slow one takes, so that those of one customer do not go round and round. */
const TURN_COMES_MS = MINUTE_MS
/** What a source told of in years. One that names its events anew each time would fill the table. */
const MOST_REPORTS = 20_000

type Feed = NonNullable<Awaited<ReturnType<typeof findFeed>>>
type Calendar = Exclude<ReadCalendar, { readonly fault: FeedFault }>

/** Outside of any transaction. Never throws for what stands at the other side; where it is not its turn, it is soon. */
export async function readFeed(app: App, { sourceId }: { readonly sourceId: StaySourceId }): Promise<void> {
  const feed = await findFeed(app.db, sourceId)
  if (feed === undefined) return
  if (await takeTurn(feed.customer_id, () => askFeed(app, feed))) return
  await updateFeed(app.db, sourceId, {
    next_read_at: toTimestamp(instant(app.ports.clock.now() + TURN_COMES_MS)),
  })
}

async function askFeed(app: App, feed: Feed): Promise<void> {
  const { source_id: sourceId } = feed
  const answer = await app.ports.feeds.read({
    url: unsealAddress(app.config, sourceId, feed.sealed_address),
    // What is missing is looked for in the feed itself.
    etag: feed.missing > 0 ? null : feed.etag,
    lastModified: feed.missing > 0 ? null : feed.last_modified,
  })
  if (answer.state === 'failed') return saveFailure(app, feed, answer.fault, answer.retryAfterSeconds)
  if (answer.state === 'same') return saveSame(app, feed)
  const now = app.ports.clock.now()
  const today = dateAt(now, feed.time_zone)
  const calendar = await readApart(answer.body, { platform: feed.platform, zone: feed.time_zone, today })
  if ('fault' in calendar) return saveFailure(app, feed, calendar.fault, null)
  if ((await countReports(app.db, sourceId, MOST_REPORTS + 1)) > MOST_REPORTS)
    return saveFailure(app, feed, 'too_many_events', null)
  await saveReading(app, feed, { calendar, answer, isConfirmed: false })
}

/** The place is locked before anything of it is read: serializable, readers of thousands of places would meet by chance. */
function inOwnPlace(db: App['db'], work: (trx: Db) => Promise<void>): Promise<void> {
  return inTransaction(db, work, { isolation: 'read committed' })
}

/** As it was at the last reading, so that it is good again if it was not. */
function saveSame(app: App, feed: Feed): Promise<void> {
  return inOwnPlace(app.db, async (trx) => {
    const now = app.ports.clock.now()
    await updateFeed(trx, feed.source_id, {
      ...whenNext(feed, now, { failures: 0, retryAfterSeconds: null, missing: feed.missing }),
      read_at: toTimestamp(now),
      good_at: toTimestamp(now),
      failures: 0,
      fault: null,
      silent_since:
        feed.doubt === 'empty' && feed.silent_since !== null ? toTimestamp(feed.silent_since) : null,
    })
    if (feed.failures > 0) await followHealth(trx, feed, now)
  })
}

/** What follows stays asks whether they can be believed. */
function followHealth(db: Db, feed: Feed, now: Instant): Promise<void> {
  const payload = { propertyId: feed.property_id, customerId: feed.customer_id }
  return enqueue(db, 'plan_pickups', payload, { now })
}

function saveFailure(
  app: App,
  feed: Feed,
  fault: FeedFault,
  retryAfterSeconds: number | null,
): Promise<void> {
  return inOwnPlace(app.db, async (trx) => {
    const now = app.ports.clock.now()
    const failures = feed.failures + 1
    await updateFeed(trx, feed.source_id, {
      ...whenNext(feed, now, { failures, retryAfterSeconds, missing: 0 }),
      read_at: toTimestamp(now),
      failures,
      fault,
    })
    await noteSilence(trx, { ...feed, failures }, now)
    if (feed.failures === 0) await followHealth(trx, feed, now)
  })
}

function saveReading(
  app: App,
  feed: Feed,
  {
    calendar,
    answer,
    isConfirmed,
  }: {
    readonly calendar: Calendar
    readonly answer: Extract<FeedAnswer, { state: 'read' }>
    readonly isConfirmed: boolean
  },
): Promise<void> {
  return inOwnPlace(app.db, async (trx) => {
    const now = app.ports.clock.now()
    const received: Received = {
      sourceId: feed.source_id,
      reports: [...calendar.reports, ...calendar.cancelled],
      unread: calendar.unread,
      isWhole: true,
      isConfirmed,
    }
    const outcome = await recordReports(app, trx, received)
    if (outcome === null) return
    const count = (...kinds: readonly string[]) =>
      outcome.changes.filter(({ what }) => kinds.includes(what)).length
    const changes = {
      added: count('new', 'back'),
      moved: count('moved', 'changed'),
      cancelled: count('cancelled'),
      changed_at: toTimestamp(now),
    }
    await updateFeed(trx, feed.source_id, {
      ...whenNext(feed, now, { failures: 0, retryAfterSeconds: null, missing: outcome.missing }),
      ...(outcome.changes.length > 0 ? changes : {}),
      read_at: toTimestamp(now),
      good_at: toTimestamp(now),
      etag: answer.etag,
      last_modified: answer.lastModified,
      failures: 0,
      fault: null,
      missing: outcome.missing,
      doubt: outcome.doubt,
      ignored: toJson(calendar.ignored),
    })
    await noteSilence(trx, { ...feed, failures: 0, good_at: now, doubt: outcome.doubt }, now)
    if (feed.failures > 0 || feed.good_at === null || feed.doubt !== outcome.doubt)
      await followHealth(trx, feed, now)
  })
}

async function noteSilence(db: Db, feed: Feed, now: Instant): Promise<void> {
  const next = await findNextCheckIn(db, feed.property_id, dateAt(now, feed.time_zone))
  const checkInAt =
    next === undefined
      ? null
      : instantAt(next.check_in, next.check_in_time ?? DEFAULT_TURNOVER_RULE.checkInTime, feed.time_zone)
  const facts = {
    now,
    goodAt: feed.good_at,
    addedAt: feed.created_at,
    failures: feed.failures,
    doubt: feed.doubt,
    nextCheckInAt: checkInAt,
  }
  const [was, is] = [feed.silent_since !== null, isSilent(facts)]
  if (was !== is) await updateFeed(db, feed.source_id, { silent_since: is ? toTimestamp(now) : null })
  if (!is) return
  if (next !== undefined && checkInAt !== null && warnsBefore({ now, checkInAt }))
    await warnBeforeCheckIn(db, { ...feed, checkIn: next.check_in }, now)
  else if (!was) await notifyOfSilence(db, feed, now)
}

function whenNext(
  { source_id: sourceId }: Feed,
  now: Instant,
  {
    failures,
    retryAfterSeconds,
    missing,
  }: { failures: number; retryAfterSeconds: number | null; missing: number },
) {
  const next = nextReadingAt({ now, failures, retryAfterSeconds, missing, chance: placeInSpread(sourceId) })
  return { next_read_at: toTimestamp(next) }
}

/** From 0 to 1, by an id that is chance itself: each feed has a pace of its own, and those added together part. */
function placeInSpread(sourceId: StaySourceId): number {
  return Number.parseInt(sourceId.slice(0, 8), 16) / 0xffff_ffff
}

/** The host says that what the feed lacks is cancelled: so it is, as far as the feed still lacks it at its last reading. */
export async function confirmMissing(app: App, db: Db, sourceId: StaySourceId): Promise<void> {
  const feed = await findFeed(db, sourceId)
  if (feed === undefined || feed.missing === 0) return
  const answer = await app.ports.feeds.read({
    url: unsealAddress(app.config, sourceId, feed.sealed_address),
    etag: null,
    lastModified: null,
  })
  if (answer.state !== 'read') return readFeed(app, { sourceId })
  const today = dateAt(app.ports.clock.now(), feed.time_zone)
  const calendar = await readApart(answer.body, { platform: feed.platform, zone: feed.time_zone, today })
  if ('fault' in calendar) return saveFailure(app, feed, calendar.fault, null)
  await saveReading(app, feed, { calendar, answer, isConfirmed: true })
}
