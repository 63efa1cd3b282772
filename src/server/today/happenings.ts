/** What happened at a visit without moving it along its lifecycle stands on the same timeline. */

import type { UserId, VisitId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import type { ActorKind, VisitState } from '#domain/visits/graph.ts'
import { type Db, toJson, toTimestamp } from '../db/client.ts'
import type { JsonIn } from '../db/json-columns.ts'

const HAPPENINGS = [
  'running_late',
  'access_reported',
  'access_answered',
  'access_let_go',
  'access_solved',
  'extra_proposed',
  'extra_approved',
  'extra_declined',
  'extra_withdrawn',
] as const
export type Happening = (typeof HAPPENINGS)[number]

export type Happened = {
  readonly visitId: VisitId
  readonly state: VisitState
  readonly what: Happening
  readonly by: { readonly kind: ActorKind; readonly id: UserId | null }
  readonly at: Instant
  readonly detail?: JsonIn<'visit_event.detail'>
}

export async function writeHappenings(db: Db, happened: readonly Happened[]): Promise<void> {
  if (happened.length === 0) return
  await db
    .insertInto('visit_event')
    .values(
      happened.map(({ visitId, state, what, by, at, detail = {} }) => ({
        visit_id: visitId,
        at: toTimestamp(at),
        actor_id: by.id,
        actor_role: by.kind,
        transition: what,
        from_state: state,
        to_state: state,
        detail: toJson(detail),
      })),
    )
    .execute()
}
