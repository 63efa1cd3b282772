import type { acting } from '#contract/acting.ts'
import type { Handlers } from '../http/handler.ts'
import { startSeeing } from './start-seeing.ts'

export const actingHandlers: Handlers<typeof acting> = {
  'POST /api/see-as': ({ app, scope, body }) => startSeeing(app, scope, body),
}
