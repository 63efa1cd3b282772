/** What visits keep of their lists: the items, what was said of each, how many photos show it. */
import { sql } from 'kysely'
import type { ListItem } from '#domain/checklists/items.ts'
import type { Mark, Undone } from '#domain/checklists/progress.ts'
import type { UserId, VisitId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toJson, toTimestamp } from '../db/client.ts'

export async function keptLists(db: Db, visitIds: readonly VisitId[]) {
  if (visitIds.length === 0) return []
  return db
    .selectFrom('visit_checklist')
    .where('visit_id', 'in', visitIds)
    .select(['visit_id', 'crew_id', 'items'])
    .execute()
}

export async function marksOf(db: Db, visitIds: readonly VisitId[]) {
  if (visitIds.length === 0) return []
  return db
    .selectFrom('visit_mark')
    .where('visit_id', 'in', visitIds)
    .select(['visit_id', 'item_key', 'is_marked', 'marked_at', 'reason', 'words'])
    .execute()
}

/** By key, of the proof that this crew has given. */
export async function itemPhotoCounts(
  db: Db,
  visitId: VisitId,
  crewId: UserId,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('photo')
    .where('visit_id', '=', visitId)
    .where('owner_id', '=', crewId)
    .where('purpose', '=', 'proof')
    .where('item_key', 'is not', null)
    .groupBy('item_key')
    .select(['item_key', (the) => the.fn.countAll<number>().as('count')])
    .execute()
  return new Map(rows.map(({ item_key: key, count }) => [key ?? '', count]))
}

/** Whose visit it is and where, as its list is asked for. */
export function findListedVisit(db: Db, visitId: VisitId) {
  return db
    .selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .where('visit.id', '=', visitId)
    .select(['visit.id', 'visit.property_id', 'visit.service_key', 'visit.customer_id', 'property.name'])
    .executeTakeFirstOrThrow()
}

/** What another crew began and said before goes. */
export async function insertKeptList(
  db: Db,
  kept: { visitId: VisitId; crewId: UserId; items: readonly ListItem[]; now: Instant },
): Promise<void> {
  await db.deleteFrom('visit_checklist').where('visit_id', '=', kept.visitId).execute()
  await db
    .insertInto('visit_checklist')
    .values({
      visit_id: kept.visitId,
      crew_id: kept.crewId,
      items: toJson([...kept.items]),
      kept_at: toTimestamp(kept.now),
    })
    .execute()
}

export async function saveMark(
  db: Db,
  visitId: VisitId,
  { key, isMarked, at }: Mark & { readonly key: string },
): Promise<void> {
  const said = { is_marked: isMarked, marked_at: toTimestamp(at) }
  await db
    .insertInto('visit_mark')
    .values({ visit_id: visitId, item_key: key, ...said })
    .onConflict((conflict) => conflict.columns(['visit_id', 'item_key']).doUpdateSet(said))
    .execute()
}

/** Beside what was said of the items before. */
export async function saveUndone(
  db: Db,
  visitId: VisitId,
  undone: readonly Undone[],
  now: Instant,
): Promise<void> {
  if (undone.length === 0) return
  await db
    .insertInto('visit_mark')
    .values(
      undone.map(({ key, reason, words }) => ({
        visit_id: visitId,
        item_key: key,
        is_marked: false,
        marked_at: toTimestamp(now),
        reason,
        words,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['visit_id', 'item_key']).doUpdateSet({
        reason: sql<string>`excluded.reason`,
        words: sql<string>`excluded.words`,
      }),
    )
    .execute()
}
