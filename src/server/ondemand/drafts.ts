/** Orders in the making: kept for whoever holds the token, stored under its hash, theirs alone once claimed. */
import { createHash, randomBytes } from 'node:crypto'
import { distanceFeet } from '#domain/geo.ts'
import type { PropertyId, UserId } from '#domain/ids.ts'
import { DAY_MS, type Instant, instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, toJson, toTimestamp } from '../db/client.ts'
import { addProperty } from '../places/add-property.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope, UserScope } from '../scope.ts'
import { settingsAt } from '../settings/settings-at.ts'
import type { DraftContent } from './price-order.ts'

export type Draft = {
  readonly tokenHash: Buffer
  readonly customerId: UserId | null
  readonly content: DraftContent
  readonly expiresAt: Instant
}

/** Two doors to one house are one place. */
const SAME_PLACE_FEET = 100

export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Answers the token under which it is kept: the given one where it still opens a draft, else a new one. */
export async function saveDraft(
  app: App,
  scope: UserScope | null,
  { token, content }: { token: string | undefined; content: DraftContent },
): Promise<{ token: string; expiresAt: Instant }> {
  const now = app.ports.clock.now()
  const { onDemandDraftDays } = await settingsAt(app.db, scope?.marketId ?? null, now)
  const expiresAt = instant(now + onDemandDraftDays * DAY_MS)
  const changed =
    token === undefined
      ? undefined
      : await app.db
          .updateTable('on_demand_draft')
          .set({ content: toJson(content), updated_at: toTimestamp(now), expires_at: toTimestamp(expiresAt) })
          .where('token_hash', '=', hashOfToken(token))
          .where('expires_at', '>', toTimestamp(now))
          .where((where) =>
            where.or([where('customer_id', 'is', null), where('customer_id', '=', scope?.userId ?? null)]),
          )
          .returning('expires_at')
          .executeTakeFirst()
  if (token !== undefined && changed !== undefined) return { token, expiresAt }
  const fresh = randomBytes(32).toString('base64url')
  await app.db
    .insertInto('on_demand_draft')
    .values({
      token_hash: hashOfToken(fresh),
      content: toJson(content),
      created_at: toTimestamp(now),
      updated_at: toTimestamp(now),
      expires_at: toTimestamp(expiresAt),
    })
    .execute()
  return { token: fresh, expiresAt }
}

/** Throws not_found alike for unknown, expired and somebody else's. */
export async function readDraft(
  db: Db,
  scope: UserScope | null,
  { token, now }: { token: string; now: Instant },
): Promise<Draft> {
  const row = await db
    .selectFrom('on_demand_draft')
    .where('token_hash', '=', hashOfToken(token))
    .where('expires_at', '>', toTimestamp(now))
    .selectAll()
    .executeTakeFirst()
  if (row === undefined || (row.customer_id !== null && row.customer_id !== scope?.userId))
    throw new Refused('not_found')
  return {
    tokenHash: row.token_hash,
    customerId: row.customer_id,
    content: row.content,
    expiresAt: row.expires_at,
  }
}

/** Makes the draft the customer's, and its place one of the customer's properties. */
export async function claimDraft(app: App, scope: CustomerScope, token: string): Promise<Draft> {
  const now = app.ports.clock.now()
  const draft = await readDraft(app.db, scope, { token, now })
  await app.db
    .updateTable('on_demand_draft')
    .set({ customer_id: scope.userId })
    .where('token_hash', '=', draft.tokenHash)
    .where('customer_id', 'is', null)
    .execute()
  const { propertyId, place } = draft.content
  if (propertyId !== null && (await ownsProperty(app.db, scope, propertyId)))
    return readDraft(app.db, scope, { token, now })
  if (place === null) throw new Refused('bad_input', { faults: { place: 'missing' } })
  const known = await propertyNear(app.db, scope, place)
  const settled =
    known ??
    (
      await addProperty(app, scope, {
        ...place,
        name: place.address.split(',')[0]!.slice(0, 200),
        groupName: null,
        accessNotes: '',
      })
    ).propertyId
  await app.db
    .updateTable('on_demand_draft')
    .set({ content: toJson({ ...draft.content, propertyId: settled }) })
    .where('token_hash', '=', draft.tokenHash)
    .where('customer_id', '=', scope.userId)
    .execute()
  return readDraft(app.db, scope, { token, now })
}

async function ownsProperty(db: Db, scope: CustomerScope, propertyId: PropertyId): Promise<boolean> {
  const row = await db
    .selectFrom('property')
    .where('id', '=', propertyId)
    .where('customer_id', '=', scope.userId)
    .where('removed_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

async function propertyNear(
  db: Db,
  scope: CustomerScope,
  place: { lat: number; lng: number; address: string },
): Promise<PropertyId | null> {
  const rows = await db
    .selectFrom('property')
    .where('customer_id', '=', scope.userId)
    .where('removed_at', 'is', null)
    .where('lat', '>', place.lat - 0.001)
    .where('lat', '<', place.lat + 0.001)
    .where('lng', '>', place.lng - 0.001)
    .where('lng', '<', place.lng + 0.001)
    .orderBy('id')
    .select(['id', 'lat', 'lng'])
    .execute()
  const near = rows.find((row) => distanceFeet(row, place) <= SAME_PLACE_FEET)
  return near?.id ?? null
}
