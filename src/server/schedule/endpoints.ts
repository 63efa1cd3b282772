import type { operatorSchedule } from '#contract/operator-schedule.ts'
import type { schedule } from '#contract/schedule.ts'
import type { Handlers } from '../http/handler.ts'
import { assignHolidayRules } from './assign-holiday-rules.ts'
import { moveVisit, unmoveVisit } from './move-visit.ts'
import { previewChange } from './preview-change.ts'
import { previewPush } from './preview-push.ts'
import { previewRules } from './preview-rules.ts'
import { checkPush, pushDay } from './push-day.ts'
import { readSchedule } from './read-schedule.ts'
import { readVisitReasons } from './read-visit-reasons.ts'
import { saveHolidayRules } from './save-holiday-rules.ts'
import { undoPushedDay } from './undo-push.ts'

const ok = { ok: true } as const

export const scheduleHandlers: Handlers<typeof schedule & typeof operatorSchedule> = {
  'POST /api/move-visit': ({ app, scope, body }) => moveVisit(app, scope, body),
  'POST /api/unmove-visit': ({ app, scope, body }) => unmoveVisit(app, scope, body.visitId),
  'POST /api/preview-schedule-change': ({ app, scope, body }) => previewChange(app, scope, body),
  'GET /api/visit-reasons': ({ app, scope, query }) => readVisitReasons(app, scope, query.id),
  'GET /api/operator-schedule': ({ app, scope }) => readSchedule(app, scope),
  'POST /api/preview-holiday-rules': ({ app, body }) => previewRules(app, body),
  'POST /api/save-holiday-rules': ({ app, scope, body }) => saveHolidayRules(app, scope, body),
  'POST /api/assign-holiday-rules': async ({ app, scope, body }) => {
    await assignHolidayRules(app, scope, body)
    return ok
  },
  'POST /api/preview-pushed-day': async ({ app, scope, body }) => {
    await checkPush(app, scope, body)
    return previewPush(app, body)
  },
  'POST /api/push-day': ({ app, scope, body }) => pushDay(app, scope, body),
  'POST /api/undo-pushed-day': async ({ app, scope, body }) => {
    await undoPushedDay(app, scope, body.pushedDayId)
    return ok
  },
}
