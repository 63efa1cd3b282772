/** What a step of the lifecycle writes. */

import { sql, type Updateable } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import { ZERO_CENTS } from '#domain/money.ts'
import type { Transitioned } from '#domain/visits/lifecycle.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { JsonIn } from '../db/json-columns.ts'
import type { Database } from '../db/tables.ts'
import type { TakenStep } from '../follow-up.ts'
import { Refused } from '../refused.ts'
import type { LoadedVisit } from './fact-queries.ts'

/** As arrays: a statement with ten parameters a visit takes longer to write than to run. */
export async function insertTimeline(
  db: Db,
  steps: readonly TakenStep[],
  detail: JsonIn<'visit_event.detail'>,
): Promise<void> {
  const { at, actorId, actorKind, transition } = steps[0]!.step.timeline
  await sql`
    insert into visit_event (at, actor_id, actor_role, transition, visit_id, from_state, to_state, crew_id, counts_as, detail)
    select ${toTimestamp(at)}::timestamptz, ${actorId}::uuid, ${actorKind}, ${transition}, step.* from unnest(
      ${steps.map(({ visit }) => visit.id)}::uuid[],
      ${steps.map(({ step }) => step.timeline.from)}::text[],
      ${steps.map(({ step }) => step.timeline.to)}::text[],
      -- Who has the visit after the step, or had it before where it leaves.
      ${steps.map(({ visit, step }) => step.changes.crewId ?? visit.crewId)}::uuid[],
      ${steps.map(({ step }) => step.countsAs)}::text[],
      ${steps.map(({ visit, step }) => JSON.stringify({ ...detail, ...crewBefore(visit, step) }))}::jsonb[]
    ) as step
  `.execute(db)
}

/** Whose visit it was where a step takes it away: a phone that was offline may not know of it yet. */
function crewBefore(visit: LoadedVisit, { changes }: Transitioned): { crewBefore?: UserId } {
  return visit.crewId === null || visit.crewId === changes.crewId ? {} : { crewBefore: visit.crewId }
}

/** Steps with the same states and crews, in one statement. */
export async function updateAlike(
  db: Db,
  steps: readonly TakenStep[],
  columns: Updateable<Database['visit']>,
): Promise<void> {
  const { visit, step } = steps[0]!
  const { state, crewId } = step.changes
  // A step such as moving leaves the row as it is, which stays locked for what the action writes beside it.
  const isUnchanged = state === visit.state && crewId === visit.crewId && Object.keys(columns).length === 0
  if (isUnchanged) return
  const saved = await db
    .updateTable('visit')
    .set({
      state,
      crew_id: crewId,
      // A visit that changes hands leaves the route that it stood in.
      ...(crewId === visit.crewId ? {} : { assignment_id: null, position: 0, offer_raise_cents: ZERO_CENTS }),
      ...(step.timeline.transition === 'start' ? { started_at: toTimestamp(step.timeline.at) } : {}),
      ...columns,
    })
    .where(
      'id',
      'in',
      steps.map((each) => each.visit.id),
    )
    .where('state', '=', visit.state)
    .where(sql<boolean>`crew_id is not distinct from ${visit.crewId}`)
    .executeTakeFirst()
  if (Number(saved.numUpdatedRows) !== steps.length) throw new Refused('conflict')
}

/** Visits that change places stand on one date for a moment: their key is checked when all have moved. */
export async function deferDateCheck(db: Db, work: () => Promise<void>): Promise<void> {
  await sql`set constraints visit_job_date_key deferred`.execute(db)
  await work()
  await sql`set constraints visit_job_date_key immediate`.execute(db)
}
