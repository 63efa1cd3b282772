/** What of the list of weekly jobs is looked for often, kept under a name, and all that it finds. */
import { z } from 'zod'
import type { JobFilterId, PropertyGroupId, UserId, WeeklyJobId } from '#domain/ids.ts'
import { defineEndpoints } from './endpoint.ts'
import { jobFilter } from './jobs.ts'
import { done, id, line, weekday } from './shapes.ts'

/** As many as are selected, and changed, in one go. */
export const MOST_JOBS_AT_ONCE = 2_000

const kept = {
  name: line(60),
  search: z.string().trim().max(100).default(''),
  groupId: id<PropertyGroupId>().nullable().default(null),
  serviceKey: z.string().max(60).default(''),
  crewId: id<UserId>().nullable().default(null),
  weekday: weekday.nullable().default(null),
  state: z.enum(['', 'active', 'paused']).default(''),
}

export const jobFilters = defineEndpoints({
  'GET /api/job-filters': {
    access: 'customer',
    summary: 'The filters of the list of weekly jobs that are kept under a name, and the crews to filter by.',
    reply: z.object({
      filters: z.array(
        z.object({
          id: id<JobFilterId>(),
          name: z.string(),
          search: z.string(),
          groupId: id<PropertyGroupId>().nullable(),
          serviceKey: z.string(),
          crewId: id<UserId>().nullable(),
          weekday: weekday.nullable(),
          state: z.enum(['', 'active', 'paused']),
        }),
      ),
      /** Who has some of the weekly jobs now; at most 200. */
      crews: z.array(z.object({ id: id<UserId>(), firstName: z.string() })),
    }),
  },
  'POST /api/save-job-filter': {
    access: 'customer',
    summary: 'Keeps a filter under a name, at most 50; with an id it gets this name and these values.',
    body: z.strictObject({ id: id<JobFilterId>().optional(), ...kept }),
    reply: z.object({ id: id<JobFilterId>() }),
  },
  'POST /api/remove-job-filter': {
    access: 'customer',
    summary: 'Forgets a kept filter.',
    body: z.strictObject({ id: id<JobFilterId>() }),
    reply: done,
  },
  'POST /api/get-weekly-job-ids': {
    access: 'customer',
    summary: 'The ids of the weekly jobs that a filter finds, newest first, to select all of them.',
    body: z.strictObject(jobFilter),
    reply: z.object({ weeklyJobIds: z.array(id<WeeklyJobId>()), totalCount: z.int() }),
  },
})
