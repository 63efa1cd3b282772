import type { turnovers } from '#contract/turnovers.ts'
import type { Handlers } from '../http/handler.ts'
import {
  readTurnovers,
  saveTurnoverRule,
  setTurnoverHours,
  skipTurnover,
  unskipTurnover,
} from './save-rule.ts'

export const turnoversHandlers: Handlers<typeof turnovers> = {
  'GET /api/turnovers': ({ app, scope, query }) => readTurnovers(app, scope, query.propertyId),
  'POST /api/save-turnover-rule': ({ app, scope, body }) => saveTurnoverRule(app, scope, body),
  'POST /api/set-turnover-hours': ({ app, scope, body }) => setTurnoverHours(app, scope, body),
  'POST /api/skip-turnover': ({ app, scope, body }) => skipTurnover(app, scope, body.visitId),
  'POST /api/unskip-turnover': ({ app, scope, body }) => unskipTurnover(app, scope, body.visitId),
}
