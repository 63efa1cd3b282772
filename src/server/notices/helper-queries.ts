/** Who looks after a place and wants to hear of it. */
import { sql } from 'kysely'
import type { PropertyId, ShareId, UserId } from '#domain/ids.ts'
import type { ShareRole } from '#domain/sharing/rights.ts'
import type { Db } from '../db/client.ts'

export type PlaceHelper = {
  readonly shareId: ShareId
  readonly ownerId: UserId
  readonly helperId: UserId
  readonly ownerName: string
  readonly role: ShareRole
  readonly isWhole: boolean
  /** Null: whoever looks after every place, for what is about none. */
  readonly propertyId: PropertyId | null
}

/** Whether a row of `share` reaches one of `property`, which stands in the query under this name. */
export function reaches(place: 'place' | 'property') {
  const [group, complex] = [sql.ref(`${place}.group_id`), sql.ref(`${place}.complex_id`)]
  return sql<boolean>`(share.is_whole or exists (
    select from share_group reached where reached.share_id = share.id and (
      reached.property_group_id = ${group} or reached.complex_group_id = (
        select complex_group_id from complex where complex.id = ${complex}))))`
}

const REACHES = reaches('place')

/** Of these owners, at these places and at none. */
export async function helpersAt(
  db: Db,
  ownerIds: readonly UserId[],
  propertyIds: readonly PropertyId[],
): Promise<PlaceHelper[]> {
  const { rows } = await sql<PlaceHelper>`
    select share.id as "shareId", share.owner_id as "ownerId", share.helper_id as "helperId",
      owner.name as "ownerName", share.role, share.is_whole as "isWhole", place.id as "propertyId"
    from share
    join users owner on owner.id = share.owner_id
    left join property place on place.customer_id = share.owner_id and place.id = any(${[...propertyIds]}::uuid[])
    where share.owner_id = any(${[...ownerIds]}::uuid[]) and share.ended_at is null
      and share.helper_id is not null and share.gets_notices and (place.id is null or ${REACHES})
  `.execute(db)
  return rows
}

/** Whether it still looks after the place, or after all of them where there is none. */
export async function isStillHelper(
  db: Db,
  shareId: ShareId,
  propertyId: PropertyId | null,
): Promise<boolean> {
  const { rows } = await sql`
    select from share left join property place on place.id = ${propertyId} and place.customer_id = share.owner_id
    where share.id = ${shareId} and share.ended_at is null and ${REACHES}
  `.execute(db)
  return rows.length > 0
}
