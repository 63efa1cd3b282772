import { type Insertable, sql } from 'kysely'
import type { UserId, VisitId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { Database } from '../db/tables.ts'
import type { UserScope } from '../scope.ts'

export type Rating = { readonly stars: number; readonly note: string; readonly givenAt: Instant }

/** Locked until the transaction ends; undefined for whoever took no part. */
export function lockVisitToRate(db: Db, scope: UserScope, visitId: VisitId) {
  return db
    .selectFrom('visit')
    .where('id', '=', visitId)
    .where(scope.type === 'Customer' ? 'customer_id' : 'crew_id', '=', scope.userId)
    .forNoKeyUpdate()
    .select(['state', 'customer_id', 'crew_id', 'completed_at'])
    .executeTakeFirst()
}

export async function ratingsOf(
  db: Db,
  visitId: VisitId,
): Promise<{ customer: Rating | null; crew: Rating | null }> {
  const rows = await db
    .selectFrom('rating')
    .where('visit_id', '=', visitId)
    .select(['side', 'stars', 'note', 'given_at'])
    .execute()
  const of = (side: 'customer' | 'crew') => {
    const row = rows.find((each) => each.side === side)
    return row === undefined ? null : { stars: row.stars, note: row.note, givenAt: row.given_at }
  }
  return { customer: of('customer'), crew: of('crew') }
}

/** Given anew it replaces what was given; only the time of the first stays. */
export async function saveRating(db: Db, values: Insertable<Database['rating']>): Promise<void> {
  await db
    .insertInto('rating')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .columns(['visit_id', 'side'])
        .doUpdateSet({ stars: values.stars, note: values.note, changed_at: values.changed_at }),
    )
    .execute()
}

/** The visit as its feedback needs it, for those who may see it. */
export function findRatedVisit(db: Db, scope: UserScope, visitId: VisitId) {
  return (
    db
      .selectFrom('visit')
      .innerJoin('users as customer', 'customer.id', 'visit.customer_id')
      .leftJoin('dispute', 'dispute.visit_id', 'visit.id')
      .where('visit.id', '=', visitId)
      .$if(scope.type === 'Customer', (query) => query.where('visit.customer_id', '=', scope.userId))
      .$if(scope.type === 'Crew', (query) => query.where('visit.crew_id', '=', scope.userId))
      .$if(scope.type === 'Operator', (query) => query.where('customer.market_id', '=', scope.marketId))
      // One that was withdrawn matters only where there is no other.
      .orderBy((eb) => eb('dispute.state', '=', 'withdrawn'))
      .orderBy('dispute.opened_at', 'desc')
      .select([
        'visit.state',
        'visit.crew_id',
        'visit.completed_at',
        'dispute.id as dispute_id',
        'dispute.state as dispute_state',
      ])
      .executeTakeFirst()
  )
}

/** Undefined where the visit is not completed any more, rated or disputed, or the customer was asked since. */
export async function insertRatingRequest(
  db: Db,
  visitId: VisitId,
  { now, since }: { readonly now: Instant; readonly since: Instant },
) {
  const { rows } = await sql<{ customer_id: UserId; crew: string }>`
    insert into rating_request (visit_id, customer_id, asked_at)
    select visit.id, visit.customer_id, ${toTimestamp(now)}
    from visit where visit.id = ${visitId} and visit.state = 'completed'
      and not exists (select from rating where rating.visit_id = visit.id and rating.side = 'customer')
      and not exists (select from dispute where dispute.visit_id = visit.id and dispute.state <> 'withdrawn')
      and not exists (
        select from rating_request request where request.customer_id = visit.customer_id and request.asked_at > ${toTimestamp(since)}
      )
    on conflict do nothing
    returning customer_id, (select users.name from visit join users on users.id = visit.crew_id where visit.id = ${visitId}) as crew
  `.execute(db)
  return rows[0]
}
