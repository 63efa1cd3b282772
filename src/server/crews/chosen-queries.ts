/** Whom customers chose for their places, in their order. */
import { sql } from 'kysely'
import type { PropertyId, UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { CustomerScope } from '../scope.ts'

/** More than a customer looks through. */
const MOST_KNOWN = 30

/** First choice first. */
export async function findChosenCrews(
  db: Db,
  propertyIds: readonly PropertyId[],
): Promise<ReadonlyMap<PropertyId, readonly UserId[]>> {
  if (propertyIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('place_crew')
    .where(sql<boolean>`property_id = any(${[...new Set(propertyIds)]}::uuid[])`)
    .orderBy('property_id')
    .orderBy('rank')
    .select(['property_id', 'crew_id'])
    .execute()
  return new Map(
    [...Map.groupBy(rows, (row) => row.property_id)].map(([id, same]) => [
      id,
      same.map((row) => row.crew_id),
    ]),
  )
}

export type KnownCrew = {
  readonly id: UserId
  readonly name: string
  readonly done_here: number
}

/**
 * Crews that this customer may choose for a place: who worked there since, has a weekly job of this customer, is a
 * favourite, or was chosen anywhere. Who was blocked, or works no more, is none of them. Of no place, those of any.
 */
export async function findKnownCrews(
  db: Db,
  scope: CustomerScope,
  { propertyId, since }: { readonly propertyId: PropertyId | null; readonly since: Instant },
): Promise<KnownCrew[]> {
  const { rows } = await sql<KnownCrew>`
    with here as (
      select crew_id, count(*)::integer as done from visit
      where property_id = ${propertyId} and customer_id = ${scope.userId} and state = 'completed'
        and date >= ${toTimestamp(since)}::date
      group by crew_id
    ), known as (
      select crew_id from here
      union select crew_id from customer_crew_mark where customer_id = ${scope.userId} and mark = 'favourite'
      union select assignment.crew_id from assignment
        join weekly_job on weekly_job.id = assignment.weekly_job_id
        where weekly_job.customer_id = ${scope.userId} and weekly_job.state <> 'cancelled'
          and assignment.released_at is null
      union select place_crew.crew_id from place_crew join property on property.id = place_crew.property_id
        where property.customer_id = ${scope.userId}
    )
    select users.id, users.name, coalesce(here.done, 0) as done_here
    from known
    join users on users.id = known.crew_id
    join crew_profile on crew_profile.user_id = users.id
    left join here on here.crew_id = users.id
    where not exists (
      select from customer_crew_mark blocked
      where blocked.customer_id = ${scope.userId} and blocked.crew_id = users.id and blocked.mark = 'blocked'
    )
    and not exists (
      select from account_closing left_us
      where left_us.user_id = users.id and left_us.taken_back_at is null
    )
    order by done_here desc, users.name, users.id
    limit ${MOST_KNOWN}
  `.execute(db)
  return rows
}

/** The services that some crews do, in the order in which the crews are named. */
export async function findAbilities(db: Db, crewIds: readonly UserId[]) {
  if (crewIds.length === 0) return []
  const rows = await db
    .selectFrom('crew_profile')
    .innerJoin('users', 'users.id', 'crew_profile.user_id')
    .where('users.id', 'in', crewIds)
    .select(['users.id', 'users.name', sql<string[]>`able_services(crew_profile.services)`.as('services')])
    .execute()
  return rows.toSorted((one, other) => crewIds.indexOf(one.id) - crewIds.indexOf(other.id))
}

/** In the place of those before. */
export async function replaceChosenCrews(
  db: Db,
  propertyId: PropertyId,
  crewIds: readonly UserId[],
): Promise<void> {
  await db.deleteFrom('place_crew').where('property_id', '=', propertyId).execute()
  if (crewIds.length === 0) return
  await db
    .insertInto('place_crew')
    .values(crewIds.map((crewId, index) => ({ property_id: propertyId, rank: index + 1, crew_id: crewId })))
    .execute()
}

/** At every place of the customer; whoever came after moves up when the list is read or saved. */
export async function forgetChosenCrew(
  db: Db,
  { customerId, crewId }: { readonly customerId: UserId; readonly crewId: UserId },
): Promise<void> {
  await sql`
    delete from place_crew using property
    where property.id = place_crew.property_id and property.customer_id = ${customerId}
      and place_crew.crew_id = ${crewId}
  `.execute(db)
}
