/** Feeds of places: their addresses, how they were read, and which are read next. */
import { type Updateable, sql } from 'kysely'
import type { PropertyId, StaySourceId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { Database } from '../db/tables.ts'
import type { CustomerScope } from '../scope.ts'
import { enqueueAll, taskRow } from '../tasks/queries.ts'

const MOST_SOURCES = 50

/** What tells of a place's stays now, the oldest first. */
export function listSources(db: Db, scope: CustomerScope, propertyId: PropertyId) {
  return db
    .selectFrom('stay_source')
    .innerJoin('property', 'property.id', 'stay_source.property_id')
    .leftJoin('stay_feed', 'stay_feed.source_id', 'stay_source.id')
    .leftJoin('hospitable_account as account', (join) =>
      join
        .onRef('account.customer_id', '=', 'property.customer_id')
        .on('stay_source.kind', '=', 'account')
        .on(sql<boolean>`account.id::text = stay_source.external_ref`),
    )
    .where('property.id', '=', propertyId)
    .where('property.customer_id', '=', scope.userId)
    .where('stay_source.ended_at', 'is', null)
    .orderBy('stay_source.created_at')
    .orderBy('stay_source.id')
    .limit(MOST_SOURCES)
    .select([
      'stay_source.id',
      'stay_source.kind',
      'stay_source.platform',
      'stay_source.paused_at',
      'stay_feed.host',
      'stay_feed.ending',
      'stay_feed.read_at',
      'stay_feed.good_at',
      'stay_feed.next_read_at',
      'stay_feed.fault',
      'stay_feed.missing',
      'stay_feed.doubt',
      'stay_feed.ignored',
      'stay_feed.changed_at',
      'stay_feed.added',
      'stay_feed.moved',
      'stay_feed.cancelled',
      'stay_feed.silent_since',
      'account.state as account_state',
      'account.last_read_at',
    ])
    .select((eb) =>
      eb
        .selectFrom('hospitable_property as rental')
        .whereRef('rental.account_id', '=', 'account.id')
        .whereRef('rental.property_id', '=', 'property.id')
        .select((inner) => inner.fn.min('rental.gone_at').as('since'))
        .as('gone_since'),
    )
    .execute()
}

export async function countFeeds(db: Db, propertyId: PropertyId): Promise<number> {
  const { count } = await db
    .selectFrom('stay_source')
    .where('property_id', '=', propertyId)
    .where('kind', '=', 'feed')
    .where('ended_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function insertFeed(
  db: Db,
  feed: {
    readonly sourceId: StaySourceId
    readonly sealedAddress: Buffer
    readonly host: string
    readonly ending: string
    readonly now: Instant
  },
): Promise<void> {
  await db
    .insertInto('stay_feed')
    .values({
      source_id: feed.sourceId,
      sealed_address: feed.sealedAddress,
      host: feed.host,
      ending: feed.ending,
      next_read_at: toTimestamp(feed.now),
    })
    .execute()
}

export async function hasFeed(db: Db, propertyId: PropertyId, externalRef: string): Promise<boolean> {
  const row = await db
    .selectFrom('stay_source')
    .where('property_id', '=', propertyId)
    .where('kind', '=', 'feed')
    .where('external_ref', '=', externalRef)
    .where('ended_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Undefined for another's, and for one that is ended. */
export function findOwnFeed(db: Db, scope: CustomerScope, sourceId: StaySourceId) {
  return db
    .selectFrom('stay_source')
    .innerJoin('property', 'property.id', 'stay_source.property_id')
    .innerJoin('stay_feed', 'stay_feed.source_id', 'stay_source.id')
    .where('stay_source.id', '=', sourceId)
    .where('stay_source.ended_at', 'is', null)
    .where('property.customer_id', '=', scope.userId)
    .select(['stay_source.id', 'stay_source.paused_at', 'property.id as property_id'])
    .executeTakeFirst()
}

/** What is read; undefined where nobody reads it any more. */
export function findFeed(db: Db, sourceId: StaySourceId) {
  return db
    .selectFrom('stay_feed')
    .innerJoin('stay_source', 'stay_source.id', 'stay_feed.source_id')
    .innerJoin('property', 'property.id', 'stay_source.property_id')
    .where('stay_feed.source_id', '=', sourceId)
    .where('stay_source.ended_at', 'is', null)
    .where('stay_source.paused_at', 'is', null)
    .where('property.removed_at', 'is', null)
    .selectAll('stay_feed')
    .select([
      'stay_source.platform',
      'stay_source.created_at',
      'property.id as property_id',
      'property.name',
      'property.customer_id',
      'property.time_zone',
    ])
    .executeTakeFirst()
}

export async function updateFeed(
  db: Db,
  sourceId: StaySourceId,
  change: Updateable<Database['stay_feed']>,
): Promise<void> {
  await db.updateTable('stay_feed').set(change).where('source_id', '=', sourceId).execute()
}

export async function markPaused(db: Db, sourceId: StaySourceId, at: Instant | null): Promise<void> {
  const pausedAt = at === null ? null : toTimestamp(at)
  await db.updateTable('stay_source').set({ paused_at: pausedAt }).where('id', '=', sourceId).execute()
}

/** Puts those that are due into the queue, the longest due first; answers how many. Who reads one says when it is next. */
export async function queueDueFeeds(db: Db, now: Instant, atMost: number): Promise<number> {
  const due = await db
    .selectFrom('stay_feed')
    .where('next_read_at', '<=', toTimestamp(now))
    .orderBy('next_read_at')
    .limit(atMost)
    .forUpdate()
    .skipLocked()
    .select('source_id')
    .execute()
  await enqueueAll(
    db,
    due.map(({ source_id: sourceId }) => taskRow('read_feed', { sourceId }, { now, dedupeKey: sourceId })),
  )
  if (due.length > 0)
    await db
      .updateTable('stay_feed')
      // Whoever reads it says better; a reading that is lost is made up for in an hour.
      .set({ next_read_at: sql<Date>`${toTimestamp(now)}::timestamptz + interval '1 hour'` })
      .where(
        'source_id',
        'in',
        due.map(({ source_id }) => source_id),
      )
      .execute()
  return due.length
}
