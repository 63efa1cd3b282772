/** Places that could not be entered. */

import { type LatLng } from '#domain/geo.ts'
import { type AccessProblemId, type PhotoId, type UserId, type VisitId } from '#domain/ids.ts'
import { type AccessReason } from '#domain/pricing/call-out.ts'
import { type Instant } from '#domain/time.ts'
import { type AccessState } from '#domain/today/access-graph.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { type CrewScope } from '../scope.ts'
import { findActFacts, lockOwnVisit } from './queries.ts'

/** The problem of the crew's or the customer's own visit, both rows locked; nobody else's is found. */
export async function lockProblem(
  db: Db,
  problemId: AccessProblemId,
  by: { readonly kind: 'customer' | 'crew'; readonly id: UserId },
) {
  const found = await db
    .selectFrom('access_problem')
    .where('id', '=', problemId)
    .select('visit_id')
    .executeTakeFirst()
  const visit = await lockOwnVisit(db, found?.visit_id, by)
  const problem = await db
    .selectFrom('access_problem')
    .where('id', '=', problemId)
    .selectAll()
    .executeTakeFirstOrThrow()
  return { visit, problem, facts: (await findActFacts(db, visit.id))! }
}

export function findOpenProblem(db: Db, visitId: VisitId) {
  return db
    .selectFrom('access_problem')
    .where('visit_id', '=', visitId)
    .where('closed_at', 'is', null)
    .select(['id', 'waits_until'])
    .executeTakeFirst()
}

export async function countReports(db: Db, visitId: VisitId): Promise<number> {
  const { count } = await db
    .selectFrom('access_problem')
    .where('visit_id', '=', visitId)
    .select((the) => the.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export function findLastProblem(db: Db, visitId: VisitId) {
  return db
    .selectFrom('access_problem')
    .innerJoin('photo', 'photo.id', 'access_problem.photo_id')
    .where('access_problem.visit_id', '=', visitId)
    .orderBy('reported_at', 'desc')
    .orderBy('access_problem.id')
    .selectAll('access_problem')
    .select(['photo.width', 'photo.height'])
    .limit(1)
    .executeTakeFirst()
}

export function toAccessFacts(row: { state: AccessState; reason: AccessReason; waits_until: Instant }) {
  return { state: row.state, reason: row.reason, waitsUntil: row.waits_until }
}

export type NewProblem = {
  readonly visitId: VisitId
  readonly reason: AccessReason
  readonly note: string
  readonly contact: 'rang' | 'called' | 'waited' | 'none'
  readonly photoId: PhotoId
  readonly location: LatLng | null
  readonly distanceFeet: number | null
  readonly waitsUntil: Instant
}

export function insertProblem(db: Db, scope: CrewScope, problem: NewProblem, now: Instant) {
  return db
    .insertInto('access_problem')
    .values({
      visit_id: problem.visitId,
      crew_id: scope.userId,
      reason: problem.reason,
      note: problem.note,
      contact: problem.contact,
      photo_id: problem.photoId,
      lat: problem.location?.lat ?? null,
      lng: problem.location?.lng ?? null,
      distance_feet: problem.distanceFeet,
      reported_at: toTimestamp(now),
      waits_until: toTimestamp(problem.waitsUntil),
    })
    .returning(['id', 'waits_until'])
    .executeTakeFirstOrThrow()
}

/** Null: the customer answered without a text, by letting the crew go. */
export async function saveAnswer(
  db: Db,
  id: AccessProblemId,
  answer: string | null,
  now: Instant,
): Promise<void> {
  await db
    .updateTable('access_problem')
    .set({ ...(answer === null ? {} : { answer }), answered_at: toTimestamp(now) })
    .where('id', '=', id)
    .execute()
}

/** `closedAt` null: it stays open. */
export async function setProblemState(
  db: Db,
  id: AccessProblemId,
  state: AccessState,
  closedAt: Instant | null,
): Promise<void> {
  await db
    .updateTable('access_problem')
    .set({ state, ...(closedAt === null ? {} : { closed_at: toTimestamp(closedAt) }) })
    .where('id', '=', id)
    .execute()
}

export async function closeProblems(db: Db, visitIds: readonly VisitId[], now: Instant): Promise<void> {
  await db
    .updateTable('access_problem')
    .set({ state: 'solved', closed_at: toTimestamp(now) })
    .where('visit_id', 'in', visitIds)
    .where('closed_at', 'is', null)
    .execute()
}
