/** Whose mail is due, and what is read for it. */
import { sql } from 'kysely'
import type { PropertyId, UserId } from '#domain/ids.ts'
import type { Silence } from '#domain/portfolio/day-digest.ts'
import type { Instant } from '#domain/time.ts'
import { DEFAULT_TURNOVER_RULE } from '#domain/turnovers/wanted-turnovers.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { type CustomerScope, SCOPE_COLUMNS } from '../scope.ts'

export async function findHour(db: Db, userId: UserId): Promise<number | undefined> {
  const row = await db
    .selectFrom('daily_digest')
    .where('user_id', '=', userId)
    .select('hour')
    .executeTakeFirst()
  return row?.hour
}

export async function isDigestOn(db: Db, userId: UserId): Promise<boolean> {
  const row = await db
    .selectFrom('notice_preference')
    .where('user_id', '=', userId)
    .where('event', '=', 'daily_digest')
    .where('channel', '=', 'mail')
    .select('is_on')
    .executeTakeFirst()
  return row?.is_on ?? false
}

export async function saveHour(
  db: Db,
  { userId, hour, nextAt }: { readonly userId: UserId; readonly hour: number; readonly nextAt: Instant },
): Promise<void> {
  const row = { hour, next_at: toTimestamp(nextAt) }
  await db
    .insertInto('daily_digest')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}

export type DueReader = Awaited<ReturnType<typeof dueReaders>>[number]

type Due = {
  readonly marketId: string
  readonly now: Instant
  readonly after: { readonly plannedAt: Instant; readonly user_id: UserId } | null
  readonly limit: number
}

/** Of one city, who waits longest first. Somebody who leaves, or wants none any more, is among them and gets none. */
export function dueReaders(db: Db, { marketId, now, after, limit }: Due) {
  return db
    .selectFrom('daily_digest as digest')
    .innerJoin('users', 'users.id', 'digest.user_id')
    .where('digest.next_at', '<=', toTimestamp(now))
    .where('users.market_id', '=', marketId)
    .where('users.type', '=', 'Customer')
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(digest.next_at, digest.user_id) > (${toTimestamp(after!.plannedAt)}, ${after!.user_id}::uuid)`,
      ),
    )
    .orderBy('digest.next_at')
    .orderBy('digest.user_id')
    .limit(limit)
    .select(SCOPE_COLUMNS)
    .select(['digest.hour', 'digest.next_at as plannedAt'])
    .select((eb) => [
      eb
        .exists(
          eb
            .selectFrom('notice_preference as preference')
            .whereRef('preference.user_id', '=', 'users.id')
            .where('preference.event', '=', 'daily_digest')
            .where('preference.channel', '=', 'mail')
            .where('preference.is_on', '=', true),
        )
        .$castTo<boolean>()
        .as('isWanted'),
      eb
        .exists(eb.selectFrom('account_closing').whereRef('account_closing.user_id', '=', 'users.id'))
        .$castTo<boolean>()
        .as('isLeaving'),
    ])
    .execute()
}

/** False where somebody else did so first. */
export async function planNextDigest(
  db: Db,
  { userId, plannedAt, nextAt }: { userId: UserId; plannedAt: Instant; nextAt: Instant },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('daily_digest')
    .set({ next_at: toTimestamp(nextAt) })
    .where('user_id', '=', userId)
    .where('next_at', '=', toTimestamp(plannedAt))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A page of a customer's places, complexes included, after the last of the page before. */
export async function pageOfPlaces(
  db: Db,
  scope: CustomerScope,
  { after, limit }: { readonly after: PropertyId | null; readonly limit: number },
) {
  const rows = await db
    .selectFrom('property')
    .leftJoin('turnover_rule as rule', 'rule.property_id', 'property.id')
    .where('property.customer_id', '=', scope.userId)
    .where('property.removed_at', 'is', null)
    .$if(after !== null, (query) => query.where('property.id', '>', after!))
    .orderBy('property.id')
    .limit(limit)
    .select([
      'property.id',
      'property.name',
      'property.time_zone as zone',
      'property.complex_id as complexId',
    ])
    .select(['rule.is_on', 'rule.check_in_time', 'rule.check_out_time'])
    .execute()
  return rows.map(({ is_on, check_in_time, check_out_time, ...place }) => ({
    ...place,
    plansTurnovers: is_on ?? DEFAULT_TURNOVER_RULE.isOn,
    hours: {
      checkInTime: check_in_time ?? DEFAULT_TURNOVER_RULE.checkInTime,
      checkOutTime: check_out_time ?? DEFAULT_TURNOVER_RULE.checkOutTime,
    },
  }))
}

export async function serviceNames(db: Db): Promise<ReadonlyMap<string, { en: string; es: string }>> {
  const rows = await db.selectFrom('service').select(['key', 'name_en', 'name_es']).execute()
  return new Map(rows.map(({ key, name_en, name_es }) => [key, { en: name_en, es: name_es }]))
}

const MOST_SILENCES = 1_000

/** Of some places: feeds that are silent, and accounts that let us read no more or have lost their rental. */
export async function listSilences(
  db: Db,
  propertyIds: readonly PropertyId[],
): Promise<ReadonlyMap<PropertyId, Silence[]>> {
  const { rows } = await sql<{ property_id: PropertyId; source: string; since: Instant }>`
    select * from (
      select source.property_id, feed.host as source, feed.silent_since as since
      from stay_source source join stay_feed feed on feed.source_id = source.id
      where source.property_id = any(${[...propertyIds]}::uuid[]) and source.ended_at is null
        and source.paused_at is null and feed.silent_since is not null
      union all
      select source.property_id, 'Hospitable',
        case when account.state = 'lapsed' then coalesce(account.last_read_at, account.connected_at)
          else rental.since end
      from stay_source source
      join property on property.id = source.property_id
      join hospitable_account account on account.customer_id = property.customer_id
        and account.id::text = source.external_ref
      left join lateral (
        select min(gone_at) as since from hospitable_property
        where account_id = account.id and hospitable_property.property_id = source.property_id
      ) rental on true
      where source.property_id = any(${[...propertyIds]}::uuid[]) and source.ended_at is null
        and source.kind = 'account' and (account.state = 'lapsed' or rental.since is not null)
    ) silence
    order by since, source
    limit ${MOST_SILENCES}
  `.execute(db)
  const silences = rows.map(({ property_id, source, since }) => ({ id: property_id, source, since }))
  return new Map(
    [...Map.groupBy(silences, ({ id }) => id)].map(([id, same]) => [
      id,
      same.map(({ source, since }) => ({ source, since })),
    ]),
  )
}
