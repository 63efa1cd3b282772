import type { operator } from '#contract/operator.ts'
import type { Handlers } from '../http/handler.ts'
import { findPeople } from './find-people.ts'
import { freezeUser, unfreezeUser } from './freeze-user.ts'
import { readBoard } from './read-board.ts'
import { readOutbox } from './read-outbox.ts'
import { sendAgain } from './send-again.ts'

const ok = { ok: true } as const

export const operatorHandlers: Handlers<typeof operator> = {
  'GET /api/operator-board': ({ app, scope, now }) => readBoard(app.db, scope, now),
  'POST /api/find-people': ({ app, scope, body }) => findPeople(app, scope, body),
  'POST /api/freeze-user': async ({ app, scope, body }) => {
    await freezeUser(app, scope, body)
    return ok
  },
  'POST /api/unfreeze-user': async ({ app, scope, body }) => {
    await unfreezeUser(app, scope, body.userId)
    return ok
  },
  'GET /api/outbox': ({ app, scope, query, now }) => readOutbox(app, scope, query, now),
  'POST /api/resend-message': ({ app, scope, body, now }) => sendAgain(app, scope, body.messageId, now),
}
