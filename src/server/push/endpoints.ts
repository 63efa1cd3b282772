import type { push } from '#contract/push.ts'
import type { Handlers } from '../http/handler.ts'
import { removeDevice } from './queries.ts'
import { subscribe } from './subscribe.ts'

const ok = { ok: true } as const

export const pushHandlers: Handlers<typeof push> = {
  'GET /api/push-key': async ({ app }) => ({ key: app.config.push?.publicKey ?? null }),
  'POST /api/save-push-subscription': async ({ app, session, body }) => {
    await subscribe(app, session!, body)
    return ok
  },
  'POST /api/remove-push-subscription': async ({ app, scope, body }) => {
    await removeDevice(app.db, scope, body.endpoint)
    return ok
  },
}
