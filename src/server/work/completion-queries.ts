/** What completing a visit reads and writes beside the visit's own row. */
import type { UserId, VisitId } from '#domain/ids.ts'
import type { LateReason } from '#domain/late-completions/late-completion.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toJson, toTimestamp } from '../db/client.ts'
import type { LoadedVisit } from '../visits/fact-queries.ts'

export function findCustomerTerms(db: Db, customerId: UserId) {
  return db
    .selectFrom('users')
    .where('id', '=', customerId)
    .select(['coupon_code', 'market_id'])
    .executeTakeFirstOrThrow()
}

export function findServiceName(db: Db, serviceKey: string) {
  return db
    .selectFrom('service')
    .where('key', '=', serviceKey)
    .select(['name_en as en', 'name_es as es'])
    .executeTakeFirstOrThrow()
}

export type LateCompletion = {
  readonly crewId: UserId
  readonly reason: LateReason
  readonly doneAt: Instant
  readonly lat: number | null
  readonly lng: number | null
  readonly accuracyMeters: number | null
  readonly note: string
  readonly now: Instant
  /** Who took the visit away, and when; undefined where nobody did. */
  readonly change: Awaited<ReturnType<typeof findChange>>
}

/** Once for each visit and crew; answers whether this was the first. */
export async function insertLateCompletion(db: Db, visitId: VisitId, late: LateCompletion): Promise<boolean> {
  const saved = await db
    .insertInto('late_completion')
    .values({
      visit_id: visitId,
      crew_id: late.crewId,
      reason: late.reason,
      done_at: toTimestamp(late.doneAt),
      lat: late.lat,
      lng: late.lng,
      accuracy_meters: late.accuracyMeters,
      note: late.note,
      received_at: toTimestamp(late.now),
      changed_at: late.change === undefined ? null : toTimestamp(late.change.at),
      changed_by: late.change?.actor_role ?? null,
    })
    .onConflict((conflict) => conflict.columns(['visit_id', 'crew_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return saved !== undefined
}

/** The step that took a visit from its crew at a moment, or else the last one that led to a state. */
export function findChange(
  db: Db,
  visitId: VisitId,
  by: { readonly at: Instant } | { readonly toState: 'cancelled' | 'skipped' },
) {
  const events = db.selectFrom('visit_event').where('visit_id', '=', visitId)
  return (
    'at' in by ? events.where('at', '=', toTimestamp(by.at)) : events.where('to_state', '=', by.toState)
  )
    .orderBy('id', 'desc')
    .select(['at', 'actor_role'])
    .limit(1)
    .executeTakeFirst()
}

export async function insertLateEvent(
  db: Db,
  visit: LoadedVisit,
  { crewId, reason, doneAt, now }: Pick<LateCompletion, 'crewId' | 'reason' | 'doneAt' | 'now'>,
): Promise<void> {
  await db
    .insertInto('visit_event')
    .values({
      visit_id: visit.id,
      at: toTimestamp(now),
      actor_id: crewId,
      actor_role: 'crew',
      transition: 'late_completion',
      from_state: visit.state,
      to_state: visit.state,
      detail: toJson({ happenedAt: new Date(doneAt).toISOString(), late: reason }),
    })
    .execute()
}
