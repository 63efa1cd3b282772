import type { jobs } from '#contract/jobs.ts'
import type { places } from '#contract/places.ts'
import type { Handlers } from '../http/handler.ts'
import { bookWeeklyJobs } from './book-weekly-jobs.ts'
import { cancelWeeklyJob } from './cancel-weekly-job.ts'
import { changeWeeklyJob } from './change-weekly-job.ts'
import { countWaitingJobs } from './job-queries.ts'
import { pauseWeeklyJob, resumeWeeklyJob } from './pause-weekly-job.ts'
import { readJob, readJobs } from './read-jobs.ts'
import { removeProperty } from './remove-property.ts'
import { skipVisit, unskipVisit } from './skip-visit.ts'

export const jobsHandlers: Handlers<typeof jobs & Pick<typeof places, 'POST /api/remove-property'>> = {
  'POST /api/book-weekly-jobs': ({ app, scope, body }) => bookWeeklyJobs(app, scope, body),
  'GET /api/planning-progress': async ({ app, scope }) => ({
    waitingJobCount: await countWaitingJobs(app.db, scope),
  }),
  'POST /api/get-weekly-jobs': ({ app, scope, body }) => readJobs(app, scope, body),
  'GET /api/weekly-job': ({ app, scope, query }) => readJob(app, scope, query.id),
  'POST /api/skip-visit': async ({ app, scope, body }) => {
    await skipVisit(app, scope, body.visitId)
    return { ok: true }
  },
  'POST /api/unskip-visit': async ({ app, scope, body }) => {
    await unskipVisit(app, scope, body.visitId)
    return { ok: true }
  },
  'POST /api/pause-weekly-job': ({ app, scope, body }) => pauseWeeklyJob(app, scope, body),
  'POST /api/resume-weekly-job': ({ app, scope, body }) => resumeWeeklyJob(app, scope, body),
  'POST /api/change-weekly-job': ({ app, scope, body }) => changeWeeklyJob(app, scope, body),
  'POST /api/cancel-weekly-job': ({ app, scope, body }) => cancelWeeklyJob(app, scope, body.weeklyJobId),
  'POST /api/remove-property': ({ app, scope, body }) => removeProperty(app, scope, body),
}
