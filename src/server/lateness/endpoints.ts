import type { lateness } from '#contract/lateness.ts'
import type { Handlers } from '../http/handler.ts'
import { reportLate } from './report-late.ts'
import { reportOnTime } from './report-on-time.ts'

export const latenessHandlers: Handlers<typeof lateness> = {
  'POST /api/report-late': ({ app, scope, body }) => reportLate(app, scope, body),
  'POST /api/report-on-time': ({ app, scope }) => reportOnTime(app, scope),
}
