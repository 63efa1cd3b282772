import type { commissions } from '#contract/commissions.ts'
import type { Handlers } from '../http/handler.ts'
import { readCommissions } from './read-commissions.ts'

export const commissionsHandlers: Handlers<typeof commissions> = {
  'GET /api/commissions': ({ app, scope, query }) =>
    readCommissions(app.db, scope, { ...query, origin: app.config.http.origin }),
}
