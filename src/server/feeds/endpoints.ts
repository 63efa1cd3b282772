import type { stays } from '#contract/stays.ts'
import type { Handlers } from '../http/handler.ts'
import { addFeed } from './add-feed.ts'
import { confirmCancelled, pauseFeed, pullFeed, removeFeed } from './change-feed.ts'
import { readSources } from './read-sources.ts'

const ok = { ok: true } as const

export const staysHandlers: Handlers<typeof stays> = {
  'GET /api/stay-sources': ({ app, scope, query }) => readSources(app, scope, query.propertyId),
  'POST /api/add-feed': ({ app, scope, body }) => addFeed(app, scope, body),
  'POST /api/pull-feed': async ({ app, scope, body }) => {
    await pullFeed(app, scope, body.sourceId)
    return ok
  },
  'POST /api/pause-feed': async ({ app, scope, body }) => {
    await pauseFeed(app, scope, body)
    return ok
  },
  'POST /api/remove-feed': async ({ app, scope, body }) => {
    await removeFeed(app, scope, body)
    return ok
  },
  'POST /api/confirm-missing-stays': async ({ app, scope, body }) => {
    await confirmCancelled(app, scope, body.sourceId)
    return ok
  },
}
