import type { checklists } from '#contract/checklists.ts'
import type { Handlers } from '../http/handler.ts'
import { Refused } from '../refused.ts'
import { findProperty } from '../places/queries.ts'
import { readPlaceLists, savePlaceList } from './save-place-list.ts'
import { readServiceList, saveServiceList } from './save-service-list.ts'
import { removeLow } from './supply-queries.ts'

export const checklistsHandlers: Handlers<typeof checklists> = {
  'GET /api/service-checklist': ({ app, scope, query }) => readServiceList(app, scope, query.key),
  'POST /api/save-service-checklist': ({ app, scope, body }) => saveServiceList(app, scope, body),
  'GET /api/place-checklists': ({ app, scope, query }) => readPlaceLists(app, scope, query.id),
  'POST /api/save-place-checklist': ({ app, scope, body }) => savePlaceList(app, scope, body),
  'POST /api/say-refilled': async ({ app, scope, body }) => {
    if ((await findProperty(app.db, scope, body.propertyId)) === undefined) throw new Refused('not_found')
    await removeLow(app.db, body)
    return { ok: true }
  },
}
