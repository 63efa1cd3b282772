/** Whoever has arrived, or goes there no more, is nowhere to be seen; after the last stop the consent is over. */
import type { Db } from '../db/client.ts'
import type { TakenStep } from '../follow-up.ts'
import { endSharingWhereDone, forgetPositions } from './queries.ts'

export async function closeTrips(db: Db, steps: readonly TakenStep[]): Promise<void> {
  await forgetPositions(
    db,
    steps.map(({ visit }) => visit.id),
  )
  const crewIds = new Set(steps.flatMap(({ visit }) => visit.crewId ?? []))
  await endSharingWhereDone(db, [...crewIds])
}
