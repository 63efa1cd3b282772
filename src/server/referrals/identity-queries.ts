/** What is known of accounts by which two of them may be one person's. */
import { sql } from 'kysely'
import type { Identity, Place } from '#domain/commissions/identity.ts'
import type { UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'

export type MarkKind = 'card' | 'bank' | 'device'
/** Who was brought, and by whom. */
export type Pair = { readonly broughtId: UserId; readonly sponsorId: UserId }

/** What an account has had once stays its own: changing the card afterwards hides nothing. */
export async function keepMark(
  db: Db,
  mark: { readonly userId: UserId; readonly kind: MarkKind; readonly mark: string; readonly now: Instant },
): Promise<void> {
  if (mark.mark === '') return
  await db
    .insertInto('identity_mark')
    .values({ user_id: mark.userId, kind: mark.kind, mark: mark.mark, seen_at: toTimestamp(mark.now) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Whether somebody signed in to the account of this address from this browser before. */
export async function isDeviceOf(db: Db, email: string, deviceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .innerJoin('identity_mark as known', 'known.user_id', 'users.id')
    .where(sql<boolean>`lower(users.email) = ${email.trim().toLowerCase()}`)
    .where('known.kind', '=', 'device')
    .where('known.mark', '=', deviceId)
    .select('users.id')
    .executeTakeFirst()
  return row !== undefined
}

/** A portfolio has thousands of places; where its owner lives is among the first. */
const PLACES_LOOKED_AT = 50
const MARKS_LOOKED_AT = 200

/** By user; whoever is none is left out. */
export async function identitiesOf(db: Db, userIds: readonly UserId[]): Promise<Map<UserId, Identity>> {
  if (userIds.length === 0) return new Map()
  const { rows } = await sql<{
    id: UserId
    email: string
    phone: string | null
    lat: number | null
    lng: number | null
    address: string | null
    cards: string[]
    banks: string[]
    devices: string[]
    places: Place[]
  }>`
    select users.id, users.email, users.phone, users.lat, users.lng, users.address,
      marks.cards, marks.banks, marks.devices, homes.places
    from users
    cross join lateral (
      select
        coalesce(array_agg(mark) filter (where kind = 'card'), '{}') as cards,
        coalesce(array_agg(mark) filter (where kind = 'bank'), '{}') as banks,
        coalesce(array_agg(mark) filter (where kind = 'device'), '{}') as devices
      from (
        select kind, mark from identity_mark where identity_mark.user_id = users.id
        order by seen_at desc limit ${MARKS_LOOKED_AT}
      ) as own
    ) as marks
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('lat', lat, 'lng', lng, 'address', address)), '[]') as places
      from (
        select lat, lng, address from property where customer_id = users.id and removed_at is null
        order by id limit ${PLACES_LOOKED_AT}
      ) as own
    ) as homes
    where users.id = any(${[...userIds]}::uuid[])
  `.execute(db)
  return new Map(rows.map((row) => [row.id, toIdentity(row)]))
}

function toIdentity(row: Omit<Identity, 'userId'> & Nullable<Place> & { readonly id: UserId }): Identity {
  const { id, lat, lng, address, places, ...rest } = row
  const base = lat === null || lng === null ? [] : [{ lat, lng, address }]
  return { ...rest, userId: id, places: [...base, ...places] }
}

type Nullable<Fields> = { readonly [Name in keyof Fields]: Fields[Name] | null }

/** Sponsorships between this user and whoever has had the same card or bank account, whichever brought whom. */
export async function listPairsSharing(
  db: Db,
  { userId, kind, mark }: { readonly userId: UserId; readonly kind: MarkKind; readonly mark: string },
): Promise<Pair[]> {
  const { rows } = await sql<{ brought_id: UserId; sponsor_id: UserId }>`
    with others as (
      select user_id from identity_mark where kind = ${kind} and mark = ${mark} and user_id <> ${userId} limit 100
    )
    select users.id as brought_id, users.sponsor_id from users
    where (users.id = ${userId} and users.sponsor_id in (select user_id from others))
      or (users.id in (select user_id from others) and users.sponsor_id = ${userId})
    union
    select brought_id, sponsor_id from commission
    where (brought_id = ${userId} and sponsor_id in (select user_id from others))
      or (brought_id in (select user_id from others) and sponsor_id = ${userId})
  `.execute(db)
  return rows.map((row) => ({ broughtId: row.brought_id, sponsorId: row.sponsor_id }))
}

/** Taken off, or put back, by which commissions end or go on. */
export async function saveSponsor(db: Db, broughtId: UserId, sponsorId: UserId | null): Promise<void> {
  await db.updateTable('users').set({ sponsor_id: sponsorId }).where('id', '=', broughtId).execute()
}
