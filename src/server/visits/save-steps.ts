/** Every step of a visit's lifecycle is saved here and nowhere else: state, timeline, and what follows. */
import type { Updateable } from 'kysely'
import { keysOf } from '#domain/keys.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import type { JsonIn } from '../db/json-columns.ts'
import type { Database } from '../db/tables.ts'
import type { TakenStep } from '../follow-up.ts'
import { insertTimeline, updateAlike } from './transition-queries.ts'

/** Of the application: who does what follows. */
export type Announcing = Pick<App, 'followUps'>

export type SavedWith = {
  readonly detail?: JsonIn<'visit_event.detail'> | undefined
  /** Further columns of the visit that change with the step. */
  readonly columns?: Updateable<Database['visit']>
}

/** Writes steps that were decided on visits locked by `lockVisits` in the same transaction. */
export async function saveSteps(
  app: Announcing,
  db: Db,
  steps: readonly TakenStep[],
  { detail = {}, columns = {} }: SavedWith = {},
): Promise<void> {
  for (const group of alikeSteps(steps)) await updateAlike(db, group, columns)
  if (steps.length === 0) return
  await insertTimeline(db, steps, detail)
  await announce(app, db, steps)
}

/** What the lifecycle names as following, in the transaction that saves the steps. */
async function announce({ followUps }: Announcing, db: Db, steps: readonly TakenStep[]): Promise<void> {
  const now = steps[0]!.step.timeline.at
  for (const followUp of keysOf(followUps)) {
    const concerned = steps.filter(({ step }) => step.followUps.includes(followUp))
    if (concerned.length > 0) await followUps[followUp](db, concerned, now)
  }
}

function alikeSteps(steps: readonly TakenStep[]): TakenStep[][] {
  const groups = new Map<string, TakenStep[]>()
  for (const each of steps) {
    const key = [
      each.visit.state,
      each.visit.crewId,
      each.step.changes.state,
      each.step.changes.crewId,
    ].join()
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [each])
    else group.push(each)
  }
  return [...groups.values()]
}
