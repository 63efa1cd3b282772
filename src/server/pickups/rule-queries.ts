/** The rule by which pickups of a place follow its stays, what tells of those, and the pickups that come. */
import { sql } from 'kysely'
import type { PropertyId } from '#domain/ids.ts'
import {
  DEFAULT_PICKUP_RULE,
  PICKUP_SERVICES,
  type PickupRule,
  type SourceHealth,
} from '#domain/pickups/plan-pickups.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { CustomerScope } from '../scope.ts'

const MOST_SHOWN = 12
const MOST_SOURCES = 50

/** Null where nobody has ever said anything about it. */
export async function findRule(db: Db, propertyId: PropertyId): Promise<PickupRule | null> {
  const row = await db
    .selectFrom('pickup_rule')
    .where('property_id', '=', propertyId)
    .selectAll()
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    isOn: row.is_on,
    checkOutTime: row.check_out_time,
    extraNights: row.extra_nights,
    extraGuests: row.extra_guests,
    countsClosed: row.counts_closed,
  }
}

/** As it is kept, or as it would be. */
export async function readRule(db: Db, propertyId: PropertyId): Promise<PickupRule> {
  return (await findRule(db, propertyId)) ?? DEFAULT_PICKUP_RULE
}

export async function saveRule(
  db: Db,
  propertyId: PropertyId,
  rule: PickupRule,
  now: Instant,
): Promise<void> {
  const values = {
    is_on: rule.isOn,
    check_out_time: rule.checkOutTime,
    extra_nights: rule.extraNights,
    extra_guests: rule.extraGuests,
    counts_closed: rule.countsClosed,
    updated_at: toTimestamp(now),
  }
  await db
    .insertInto('pickup_rule')
    .values({ property_id: propertyId, ...values })
    .onConflict((conflict) => conflict.column('property_id').doUpdateSet(values))
    .execute()
}

export function findPlace(db: Db, propertyId: PropertyId) {
  return db
    .selectFrom('property')
    .innerJoin('users', 'users.id', 'property.customer_id')
    .where('property.id', '=', propertyId)
    .where('property.removed_at', 'is', null)
    .select([
      'property.id',
      'property.name',
      'property.time_zone as timeZone',
      'property.customer_id as customerId',
      'users.market_id as marketId',
    ])
    .executeTakeFirst()
}

/** Undefined for another's. */
export function findOwnPlace(db: Db, scope: CustomerScope, propertyId: PropertyId) {
  return findPlace(db, propertyId).then((place) => (place?.customerId === scope.userId ? place : undefined))
}

/** Everything that should tell of a place's stays now, and how it does. */
export async function findSources(db: Db, propertyId: PropertyId): Promise<SourceHealth[]> {
  const rows = await db
    .selectFrom('stay_source')
    .innerJoin('property', 'property.id', 'stay_source.property_id')
    .leftJoin('stay_feed', 'stay_feed.source_id', 'stay_source.id')
    .leftJoin('hospitable_account as account', (join) =>
      join
        .onRef('account.customer_id', '=', 'property.customer_id')
        .on('account.state', '<>', 'ended')
        .on('stay_source.kind', '=', 'account'),
    )
    .where('stay_source.property_id', '=', propertyId)
    .where('stay_source.ended_at', 'is', null)
    .limit(MOST_SOURCES)
    .select([
      'stay_source.kind',
      'stay_source.paused_at',
      'stay_feed.good_at',
      'stay_feed.failures',
      'stay_feed.doubt',
      'stay_feed.silent_since',
      'account.state',
      'account.last_read_at',
      'account.failures as account_failures',
    ])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('hospitable_property as rental')
            .whereRef('rental.account_id', '=', 'account.id')
            .whereRef('rental.property_id', '=', 'property.id')
            .where('rental.gone_at', 'is not', null)
            .select('rental.hospitable_id'),
        )
        .as('is_rental_gone'),
    )
    .execute()
  return rows.map((row) =>
    row.kind === 'feed'
      ? {
          goodAt: row.good_at,
          failures: row.failures ?? 0,
          isStopped: row.paused_at !== null || row.doubt !== null || row.silent_since !== null,
        }
      : {
          goodAt: row.last_read_at,
          failures: row.account_failures ?? 0,
          isStopped: row.state !== 'connected' || row.paused_at !== null || row.is_rental_gone === true,
        },
  )
}

export function listComing(db: Db, propertyId: PropertyId, now: Instant, today: LocalDate) {
  return db
    .selectFrom('visit')
    .leftJoin('pickup_day', (join) =>
      join
        .onRef('pickup_day.weekly_job_id', '=', 'visit.weekly_job_id')
        .onRef('pickup_day.date', '=', sql<LocalDate>`coalesce(visit.moved_from, visit.date)`),
    )
    .leftJoin('weekly_job_skip as skip', (join) =>
      join
        .onRef('skip.weekly_job_id', '=', 'visit.weekly_job_id')
        .onRef('skip.date', '=', sql<LocalDate>`coalesce(visit.moved_from, visit.date)`),
    )
    .where('visit.property_id', '=', propertyId)
    .where('visit.service_key', 'in', [...PICKUP_SERVICES])
    .where('visit.weekly_job_id', 'is not', null)
    .where('visit.date', '>=', today)
    .where('visit.ends_at', '>', toTimestamp(now))
    .where('visit.state', '<>', 'cancelled')
    .where((eb) => eb.or([eb('visit.state', '<>', 'skipped'), eb('skip.reason', 'is not', null)]))
    .orderBy('visit.starts_at')
    .orderBy('visit.id')
    .limit(MOST_SHOWN)
    .select([
      'visit.id',
      'visit.date',
      'visit.starts_at',
      'visit.ends_at',
      'visit.state',
      'visit.service_key',
      'pickup_day.nights',
      'pickup_day.guests',
      'skip.reason',
    ])
    .execute()
}
