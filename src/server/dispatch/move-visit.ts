/** A dispatcher moves one visit: to a crew, to another place of its day, or to nobody. One of two who do it at once wins. */
import { handingOf } from '#domain/dispatch/handing.ts'
import type { UserId, VisitId } from '#domain/ids.ts'
import type { LocalDate } from '#domain/time.ts'
import type { App } from '../app.ts'
import { notifyOfUnassignedLater } from '../assignments/notify-of-unassigned.ts'
import { recordAudit } from '../audit/queries.ts'
import { lockCrew } from '../crews/queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { giveVisit, takeVisitAway } from '../offers/assign-visit.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { savePositions } from '../today/queries.ts'
import { type LoadedVisit, lockVisits } from '../visits/fact-queries.ts'
import { findName, listLane } from './queries.ts'
import { dispatchTexts } from './texts.ts'

export type Move = {
  readonly visitId: VisitId
  readonly fromCrewId: UserId | null
  readonly toCrewId: UserId | null
  readonly beforeVisitId: VisitId | null
}

export function moveVisit(app: App, scope: OperatorScope, move: Move) {
  return inTransaction(app.db, (db) => moveIn(db, app, scope, move), { isolation: 'read committed' })
}

async function moveIn(db: Db, app: App, scope: OperatorScope, move: Move) {
  const { visitId, fromCrewId, toCrewId } = move
  const now = app.ports.clock.now()
  // Crews first, then the visit, as everywhere; by id, so that two who swap visits do not wait for each other.
  for (const crewId of [...new Set([fromCrewId, toCrewId])].filter((id) => id !== null).toSorted())
    await lockCrew(db, { userId: crewId })
  const [visit] = await lockVisits(db, [visitId])
  if (visit === undefined || visit.marketId !== scope.marketId) throw new Refused('not_found')
  await requireAsSeen(db, scope, visit, fromCrewId)
  const settings = await settingsAt(db, scope.marketId, now)
  const handing = toCrewId === null ? ('released' as const) : handingOf(visit, toCrewId, now, settings)
  if (toCrewId !== null) await giveVisit(db, app, scope, { visitId, crewId: toCrewId })
  else if (fromCrewId !== null) {
    await takeVisitAway(db, app, scope, { visitId, crewId: fromCrewId })
    await notifyOfUnassignedLater(db, [visit.customerId], now)
  }
  if (toCrewId !== null) await placeInLane(db, toCrewId, visit.date, move)
  await recordAudit(db, {
    at: now,
    actorId: scope.userId,
    action: 'dispatch_visit',
    subject: visitId,
    detail: { crewId: toCrewId, before: fromCrewId, beforeVisitId: move.beforeVisitId },
  })
  return { visitId, handing }
}

/** Who has it by now is not overruled unseen. */
async function requireAsSeen(
  db: Db,
  scope: OperatorScope,
  visit: LoadedVisit,
  fromCrewId: UserId | null,
): Promise<void> {
  if (visit.crewId === fromCrewId) return
  const texts = dispatchTexts[scope.locale]
  const holder = visit.crewId === null ? undefined : await findName(db, visit.crewId)
  throw new Refused('conflict', {
    sentence: holder === undefined ? texts.takenAway : texts.takenBy(holder.name),
  })
}

/** Where the stop that it was put before has left the lane meanwhile, it comes last. */
async function placeInLane(
  db: Db,
  crewId: UserId,
  date: LocalDate,
  { visitId, beforeVisitId }: Pick<Move, 'visitId' | 'beforeVisitId'>,
): Promise<void> {
  const lane = (await listLane(db, crewId, date)).map(({ id }) => id).filter((id) => id !== visitId)
  const found = beforeVisitId === null ? -1 : lane.indexOf(beforeVisitId)
  const at = found === -1 ? lane.length : found
  const sequence = lane.toSpliced(at, 0, visitId)
  await lockVisits(db, sequence)
  await savePositions(db, sequence)
}
