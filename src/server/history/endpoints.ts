import type { history } from '#contract/history.ts'
import { mayDo } from '#domain/staff/roles.ts'
import type { Handlers } from '../http/handler.ts'
import { readHistory } from './read-history.ts'

export const historyHandlers: Handlers<typeof history> = {
  'GET /api/history': ({ app, scope, session, query, now, locale }) =>
    readHistory(app, scope, query, {
      now,
      locale,
      seesMoney: mayDo(session?.staffRole ?? null, 'see_money'),
    }),
}
