import type { today } from '#contract/today.ts'
import type { Handlers } from '../http/handler.ts'
import { answerAccessProblem, solveAccessProblem } from './answer-access-problem.ts'
import { answerExtraWork, withdrawExtraWork } from './answer-extra-work.ts'
import { endVisitWithoutAccess } from './end-visit.ts'
import { proposeExtraWork } from './propose-extra-work.ts'
import { readDayPlan } from './read-day-plan.ts'
import { readTimeline } from './read-timeline.ts'
import { readVisitNow } from './read-visit-now.ts'
import { reorderDay } from './reorder-day.ts'
import { reportAccessProblem } from './report-access-problem.ts'

export const todayHandlers: Handlers<typeof today> = {
  'GET /api/visit-now': ({ app, scope, query }) => readVisitNow(app, scope, query.id),
  'GET /api/visit-timeline': ({ app, scope, query }) => readTimeline(app, scope, query.id),
  'GET /api/day-plan': ({ app, scope, query }) => readDayPlan(app, scope, query),
  'POST /api/reorder-day': ({ app, scope, body }) => reorderDay(app, scope, body.visitIds),
  'POST /api/report-access-problem': ({ app, scope, body }) => reportAccessProblem(app, scope, body),
  'POST /api/answer-access-problem': ({ app, scope, body }) => answerAccessProblem(app, scope, body),
  'POST /api/solve-access-problem': ({ app, scope, body }) => solveAccessProblem(app, scope, body.problemId),
  'POST /api/end-visit-without-access': ({ app, scope, body }) =>
    endVisitWithoutAccess(app, scope, body.problemId),
  'POST /api/propose-extra-work': ({ app, scope, body }) => proposeExtraWork(app, scope, body),
  'POST /api/answer-extra-work': ({ app, scope, body }) => answerExtraWork(app, scope, body),
  'POST /api/withdraw-extra-work': ({ app, scope, body }) => withdrawExtraWork(app, scope, body.extraId),
}
