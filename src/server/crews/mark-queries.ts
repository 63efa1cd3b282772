/** Which crews a customer has marked, and what a mark changes. */
import { firstName } from '#domain/accounts/first-name.ts'
import type { UserId, VisitId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'

export type CrewMark = 'favourite' | 'blocked' | 'none'
type Pair = { readonly customerId: UserId; readonly crewId: UserId }

/** Null where nobody has the visit yet. */
export async function readCrewMark(db: Db, scope: CustomerScope, visitId: VisitId) {
  const crew = await crewOfVisit(db, scope, visitId)
  if (crew === undefined) return { crewFirstName: null, mark: 'none' as const }
  const row = await db
    .selectFrom('customer_crew_mark')
    .where('customer_id', '=', scope.userId)
    .where('crew_id', '=', crew.id)
    .select('mark')
    .executeTakeFirst()
  return { crewFirstName: firstName(crew.name), mark: row?.mark ?? ('none' as const) }
}

export async function isBlockedBy(db: Db, customerId: UserId, crewId: UserId): Promise<boolean> {
  const row = await db
    .selectFrom('customer_crew_mark')
    .where('customer_id', '=', customerId)
    .where('crew_id', '=', crewId)
    .where('mark', '=', 'blocked')
    .select('mark')
    .executeTakeFirst()
  return row !== undefined
}

export async function customersBlocking(db: Db, crewId: UserId): Promise<ReadonlySet<UserId>> {
  const rows = await db
    .selectFrom('customer_crew_mark')
    .where('crew_id', '=', crewId)
    .where('mark', '=', 'blocked')
    .select('customer_id')
    .execute()
  return new Set(rows.map((row) => row.customer_id))
}

/** Of the customer's own visits only. */
export async function crewOfVisit(db: Db, scope: CustomerScope, visitId: VisitId) {
  const visit = await db
    .selectFrom('visit')
    .leftJoin('users', 'users.id', 'visit.crew_id')
    .where('visit.id', '=', visitId)
    .where('visit.customer_id', '=', scope.userId)
    .select(['users.id', 'users.name'])
    .executeTakeFirst()
  if (visit === undefined) throw new Refused('not_found')
  return visit.id === null || visit.name === null ? undefined : { id: visit.id, name: visit.name }
}

export async function replaceMark(db: Db, pair: Pair, mark: CrewMark, now: Instant): Promise<void> {
  await db
    .deleteFrom('customer_crew_mark')
    .where('customer_id', '=', pair.customerId)
    .where('crew_id', '=', pair.crewId)
    .execute()
  if (mark === 'none') return
  await db
    .insertInto('customer_crew_mark')
    .values({ customer_id: pair.customerId, crew_id: pair.crewId, mark, created_at: toTimestamp(now) })
    .execute()
}

export async function withdrawOpenOffers(db: Db, pair: Pair, now: Instant): Promise<void> {
  await db
    .updateTable('offer')
    .set({ state: 'withdrawn', decided_at: toTimestamp(now) })
    .where('crew_id', '=', pair.crewId)
    .where('state', '=', 'open')
    .where('visit_id', 'in', (from) =>
      from.selectFrom('visit').where('customer_id', '=', pair.customerId).select('visit.id'),
    )
    .execute()
}
