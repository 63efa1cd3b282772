import { text } from 'node:stream/consumers'
import type { hospitable } from '#contract/hospitable.ts'
import type { Handlers } from '../http/handler.ts'
import { finishConnecting, startConnecting } from './connect-account.ts'
import { matchRentals } from './match-rentals.ts'
import { endConnection, findConnection } from './queries.ts'
import { endSources } from './read-stays.ts'
import { receiveWebhook } from './receive-webhook.ts'
import { showConnection } from './show-connection.ts'

export const hospitableHandlers: Handlers<typeof hospitable> = {
  'GET /api/hospitable': ({ app, scope }) => showConnection(app, scope),
  'POST /api/connect-hospitable': async ({ app, scope }) => startConnecting(app, scope),
  'POST /api/finish-hospitable': ({ app, scope, body, cookies }) =>
    finishConnecting(app, scope, { ...body, cookies }),
  'POST /api/match-hospitable': ({ app, scope, body, locale }) =>
    matchRentals(app, scope, { ...body, locale }),
  'POST /api/hospitable-webhook': async ({ app, file, headers }) => {
    await receiveWebhook(app, { body: await text(file), signature: headers['signature'] })
    return { received: true }
  },
  'POST /api/disconnect-hospitable': async ({ app, scope, now }) => {
    const connection = await findConnection(app.db, scope)
    if (connection !== undefined) await endSources(app, connection.id)
    await endConnection(app.db, scope.userId, now)
    return { ok: true }
  },
}
