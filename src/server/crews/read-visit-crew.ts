import { firstName } from '#domain/accounts/first-name.ts'
import type { VisitId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import type { CustomerScope } from '../scope.ts'
import { countDoneVisits } from './face-queries.ts'
import { crewOfVisit } from './mark-queries.ts'
import { crewAverages } from './queries.ts'
import { readCrewPhoto } from './read-crew-photo.ts'

/** Null while nobody has the visit. */
export async function readVisitCrew(app: App, scope: CustomerScope, visitId: VisitId) {
  const { db } = app
  const crew = await crewOfVisit(db, scope, visitId)
  if (crew === undefined) return null
  const average = (await crewAverages(db, [crew.id], app.ports.clock.now())).get(crew.id)!
  return {
    firstName: firstName(crew.name),
    photoUrl: await readCrewPhoto(app, crew.id),
    stars: average.stars,
    ratingCount: average.count,
    doneCount: await countDoneVisits(db, crew.id),
  }
}
