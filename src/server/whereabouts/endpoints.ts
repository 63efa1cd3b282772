import type { whereabouts } from '#contract/whereabouts.ts'
import type { Handlers } from '../http/handler.ts'
import { changeSharing, readSharing } from './change-sharing.ts'
import { readArrival, readCrewsWhereabouts } from './read-arrival.ts'
import { receivePosition } from './receive-position.ts'

export const whereaboutsHandlers: Handlers<typeof whereabouts> = {
  'GET /api/whereabouts': ({ app, scope }) => readSharing(app, scope),
  'POST /api/share-whereabouts': ({ app, scope, body }) => changeSharing(app, scope, body),
  'POST /api/send-position': ({ app, scope, body }) => receivePosition(app, scope, body),
  'GET /api/visit-arrival': ({ app, scope, query }) => readArrival(app, scope, query.id),
  'GET /api/crews-whereabouts': ({ app, scope }) => readCrewsWhereabouts(app, scope),
}
