import type { crews } from '#contract/crews.ts'
import type { Handlers } from '../http/handler.ts'
import { readCrewPhoto } from './read-crew-photo.ts'
import { readVisitCrew } from './read-visit-crew.ts'
import { removeCrewPhoto } from './remove-crew-photo.ts'
import { saveCrewPhoto } from './save-crew-photo.ts'
import { readKnownCrews, readPlaceCrews, savePlaceCrews } from './save-place-crews.ts'

export const crewsHandlers: Handlers<typeof crews> = {
  'GET /api/visit-crew': async ({ app, scope, query }) => ({
    crew: await readVisitCrew(app, scope, query.visitId),
  }),
  'GET /api/place-crews': ({ app, scope, query }) => readPlaceCrews(app, scope, query.propertyId),
  'GET /api/known-crews': ({ app, scope }) => readKnownCrews(app, scope),
  'POST /api/save-place-crews': ({ app, scope, body }) => savePlaceCrews(app, scope, body),
  'GET /api/crew-photo': async ({ app, scope }) => ({ photoUrl: await readCrewPhoto(app, scope.userId) }),
  'POST /api/upload-crew-photo': ({ app, scope, file }) => saveCrewPhoto(app, scope, file),
  'POST /api/remove-crew-photo': async ({ app, scope, body }) => {
    await removeCrewPhoto(app, scope, body.crewId)
    return { ok: true }
  },
}
