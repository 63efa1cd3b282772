/** Extra work that crews proposed. */
import { type ExtraWorkId, type PhotoId, type UserId, type VisitId } from '#domain/ids.ts'
import type { InEachLanguage } from '#domain/language.ts'
import { type Cents } from '#domain/money.ts'
import { type Instant } from '#domain/time.ts'
import { type ExtraState } from '#domain/today/extra-graph.ts'
import { type Db, toJson, toTimestamp } from '../db/client.ts'
import { type CrewScope } from '../scope.ts'
import { lockOwnVisit } from './queries.ts'

export function findExtras(db: Db, visitId: VisitId) {
  return db
    .selectFrom('extra_work')
    .leftJoin('photo', 'photo.id', 'extra_work.photo_id')
    .where('extra_work.visit_id', '=', visitId)
    .orderBy('proposed_at')
    .orderBy('extra_work.id')
    .selectAll('extra_work')
    .select(['photo.width', 'photo.height'])
    .execute()
}

/** Closes the proposals of a visit whose time to answer is over. */
export async function expireProposals(db: Db, visitId: VisitId, now: Instant): Promise<void> {
  await db
    .updateTable('extra_work')
    .set({ state: 'expired', closed_at: toTimestamp(now) })
    .where('visit_id', '=', visitId)
    .where('state', '=', 'proposed')
    .where('expires_at', '<=', toTimestamp(now))
    .execute()
}

/** Closes every proposal of visits that ended. */
export async function closeProposals(db: Db, visitIds: readonly VisitId[], now: Instant): Promise<void> {
  await db
    .updateTable('extra_work')
    .set({ state: 'expired', closed_at: toTimestamp(now) })
    .where('visit_id', 'in', visitIds)
    .where('state', '=', 'proposed')
    .execute()
}

export async function listExtraStates(db: Db, visitId: VisitId): Promise<ExtraState[]> {
  const rows = await db.selectFrom('extra_work').where('visit_id', '=', visitId).select('state').execute()
  return rows.map((row) => row.state)
}

export type NewExtra = {
  readonly visitId: VisitId
  readonly serviceKey: string | null
  readonly quantity: number
  readonly note: InEachLanguage
  readonly amountCents: Cents
  readonly photoId: PhotoId | null
  readonly expiresAt: Instant
}

export function insertExtra(db: Db, scope: CrewScope, extra: NewExtra, now: Instant) {
  return db
    .insertInto('extra_work')
    .values({
      visit_id: extra.visitId,
      crew_id: scope.userId,
      service_key: extra.serviceKey,
      quantity: extra.quantity,
      note: toJson(extra.note),
      amount_cents: extra.amountCents,
      photo_id: extra.photoId,
      proposed_at: toTimestamp(now),
      expires_at: toTimestamp(extra.expiresAt),
    })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow()
}

/** The extra work of the crew's or the customer's own visit, whose row is locked first; nobody else's is found. */
export async function lockExtra(
  db: Db,
  extraId: ExtraWorkId,
  by: { readonly kind: 'customer' | 'crew'; readonly id: UserId },
) {
  const found = await db
    .selectFrom('extra_work')
    .where('id', '=', extraId)
    .select('visit_id')
    .executeTakeFirst()
  const visit = await lockOwnVisit(db, found?.visit_id, by)
  const extra = await db
    .selectFrom('extra_work')
    .where('id', '=', extraId)
    .selectAll()
    .executeTakeFirstOrThrow()
  return { visit, extra }
}

export async function setExtraState(db: Db, id: ExtraWorkId, state: ExtraState, now: Instant): Promise<void> {
  await db
    .updateTable('extra_work')
    .set({ state, closed_at: toTimestamp(now) })
    .where('id', '=', id)
    .execute()
}

export function findService(db: Db, serviceKey: string) {
  return db
    .selectFrom('service')
    .where('key', '=', serviceKey)
    .select(['name_en', 'name_es', 'unit_en', 'unit_es', 'units_en', 'units_es'])
    .executeTakeFirstOrThrow()
}

export async function listServiceKeys(db: Db): Promise<string[]> {
  const services = await db
    .selectFrom('service')
    .where('is_active', '=', true)
    .orderBy('sort')
    .orderBy('key')
    .select('key')
    .execute()
  return services.map((service) => service.key)
}
