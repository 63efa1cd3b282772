import type { leaving } from '#contract/leaving.ts'
import { cents } from '#domain/money.ts'
import type { Handlers } from '../http/handler.ts'
import { askToLeave } from './ask-to-leave.ts'
import { cancelEverything } from './cancel-everything.ts'
import { readLeaving } from './read-leaving.ts'

type Own = 'GET /api/leaving' | 'POST /api/cancel-everything' | 'POST /api/leave'

export const leavingHandlers: Handlers<Pick<typeof leaving, Own>> = {
  'GET /api/leaving': ({ app, scope }) => readLeaving(app, scope),
  'POST /api/cancel-everything': ({ app, scope, body }) =>
    cancelEverything(app, scope, { expectedFeeCents: cents(body.expectedFeeCents) }),
  'POST /api/leave': async ({ app, scope, body, setSession }) => {
    const dueAt = await askToLeave(app, scope, { expectedFeeCents: cents(body.expectedFeeCents) })
    setSession(null)
    return { dueAt }
  },
}
