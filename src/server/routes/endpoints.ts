import type { routes } from '#contract/routes.ts'
import { readAssignments } from '../assignments/read-assignments.ts'
import { releaseAssignment } from '../assignments/release-assignment.ts'
import type { Handlers } from '../http/handler.ts'
import { readJobRoutes } from './read-job-routes.ts'
import { takeRoute } from './take-route.ts'
import { takeWeeklyJob } from './take-weekly-job.ts'

export const routesHandlers: Handlers<typeof routes> = {
  'POST /api/get-job-routes': ({ app, scope }) => readJobRoutes(app, scope),
  'POST /api/drive-line': async ({ app, body }) => ({ line: await app.ports.matrix.line(body.places) }),
  'POST /api/take-route': ({ app, scope, body }) => takeRoute(app, scope, body),
  'POST /api/take-weekly-job': ({ app, scope, body }) => takeWeeklyJob(app, scope, body),
  'POST /api/get-assignments': ({ app, scope }) => readAssignments(app, scope),
  'POST /api/release-assignment': ({ app, scope, body }) => releaseAssignment(app, scope, body),
}
