import type { UserId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { photoUrl } from '../pictures/sign-photo-url.ts'
import { findFaces } from './face-queries.ts'

const FACE_PIXELS = 320

export async function readCrewPhoto(app: App, crewId: UserId): Promise<string | null> {
  return (await readCrewPhotos(app, [crewId])).get(crewId) ?? null
}

/** Of those that have one. */
export async function readCrewPhotos(
  app: App,
  crewIds: readonly UserId[],
): Promise<ReadonlyMap<UserId, string>> {
  const faces = await findFaces(app.db, crewIds)
  return new Map(faces.map(({ crewId, photoId }) => [crewId, photoUrl(app, photoId, { width: FACE_PIXELS })]))
}
