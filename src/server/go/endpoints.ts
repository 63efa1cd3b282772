import type { go } from '#contract/go.ts'
import type { Handlers } from '../http/handler.ts'
import { makeDoorLink, makeShareLink } from './make-link.ts'
import { openGoLink } from './open-link.ts'

export const goHandlers: Handlers<typeof go> = {
  'POST /api/open-go-link': ({ app, scope, body }) => openGoLink(app, scope, body.goId),
  'POST /api/make-share-link': ({ app, scope }) => makeShareLink(app, scope),
  'POST /api/make-door-link': ({ app, scope, body }) => makeDoorLink(app, scope, body.visitId),
}
