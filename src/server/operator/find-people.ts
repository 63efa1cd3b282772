import type { App } from '../app.ts'
import { crewAverages, readReliability } from '../crews/queries.ts'
import { readCrewPhotos } from '../crews/read-crew-photo.ts'
import type { OperatorScope } from '../scope.ts'
import { listPeople } from './queries.ts'

/** People by a part of their name, address or phone; crews with what is known of their work. */
export async function findPeople(app: App, scope: OperatorScope, input: Parameters<typeof listPeople>[2]) {
  const { db } = app
  const now = app.ports.clock.now()
  const { page, nextCursor } = await listPeople(db, scope, input)
  const crewIds = page.filter((row) => row.type === 'Crew').map((row) => row.id)
  const [reliability, ratings, photos] = await Promise.all([
    readReliability(db, crewIds, now),
    crewAverages(db, crewIds, now),
    readCrewPhotos(app, crewIds),
  ])
  return {
    nextCursor,
    people: page.map((row) => ({
      id: row.id,
      type: row.type as 'Crew',
      name: row.name,
      email: row.email,
      phone: row.phone,
      timeZone: row.time_zone,
      frozenUntil: row.frozen_until,
      frozenNotes: row.frozen_notes,
      sponsorName: row.sponsor_name,
      reliability: reliability.get(row.id)?.share ?? null,
      rating: ratings.get(row.id) ?? null,
      photoUrl: photos.get(row.id) ?? null,
      createdAt: row.created_at,
    })),
  }
}
