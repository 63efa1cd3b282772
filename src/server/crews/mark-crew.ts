/** What a customer thinks of the crew of one of its visits: a favourite is asked first, a blocked one never. */
import { firstName } from '#domain/accounts/first-name.ts'
import type { UserId, VisitId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'

export type CrewMark = 'favourite' | 'blocked' | 'none'

export async function markCrew(
  app: App,
  scope: CustomerScope,
  input: { visitId: VisitId; mark: CrewMark },
): Promise<{ mark: CrewMark }> {
  const { visitId, mark } = input
  const now = toTimestamp(app.ports.clock.now())
  await inTransaction(app.db, async (db) => {
    const crew = await crewOfVisit(db, scope, visitId)
    if (crew === undefined) throw new Refused('no_crew')
    const pair = { customer_id: scope.userId, crew_id: crew.id }
    await db
      .deleteFrom('customer_crew_mark')
      .where('customer_id', '=', pair.customer_id)
      .where('crew_id', '=', pair.crew_id)
      .execute()
    if (mark !== 'none')
      await db
        .insertInto('customer_crew_mark')
        .values({ ...pair, mark, created_at: now })
        .execute()
    if (mark === 'blocked') await withdrawOffers(db, pair, now)
  })
  return { mark }
}

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
async function crewOfVisit(db: Db, scope: CustomerScope, visitId: VisitId) {
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

async function withdrawOffers(
  db: Db,
  pair: { customer_id: UserId; crew_id: UserId },
  now: ReturnType<typeof toTimestamp>,
): Promise<void> {
  await db
    .updateTable('offer')
    .set({ state: 'withdrawn', decided_at: now })
    .where('crew_id', '=', pair.crew_id)
    .where('state', '=', 'open')
    .where('visit_id', 'in', (from) =>
      from.selectFrom('visit').where('customer_id', '=', pair.customer_id).select('visit.id'),
    )
    .execute()
}
