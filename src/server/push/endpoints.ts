import type { push } from '#contract/push.ts'
import type { Handlers } from '../http/handler.ts'
import { removeSubscription, saveSubscription } from './actions.ts'

const ok = { ok: true } as const

export const pushHandlers: Handlers<typeof push> = {
  'GET /api/push-key': async ({ app }) => ({ key: app.config.push?.publicKey ?? null }),
  'POST /api/save-push-subscription': async ({ app, session, body }) => {
    await saveSubscription(app, session!, body)
    return ok
  },
  'POST /api/remove-push-subscription': async ({ app, scope, body }) => {
    await removeSubscription(app, scope, body.endpoint)
    return ok
  },
}
