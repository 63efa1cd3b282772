/** What an installation lacks before real people are served, each looked at now. */
import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { moment } from './shapes.ts'

/** `double`: what stands there keeps what it is given and reaches nobody. `unchecked`: nothing can be said of it. */
const CHECK_STATES = ['ok', 'missing', 'double', 'unchecked'] as const
/** What was seen, as programs say it. */
export type Seen = { readonly state: (typeof CHECK_STATES)[number]; readonly detail: string }

export const goingLive = defineEndpoints({
  'GET /api/going-live': {
    access: 'operator',
    capability: 'see',
    summary: 'Each thing that going live takes, looked at now: there, missing, a double, or not to be told.',
    reply: z.object({
      at: moment,
      timeZone: z.string(),
      environment: z.enum(['development', 'staging', 'production']),
      checks: z.array(
        z.object({
          topic: z.string(),
          name: z.string(),
          state: z.enum(CHECK_STATES),
          /** What holds, or what to do. */
          sentence: z.string(),
          /** What was seen, in English as programs say it; perhaps empty. */
          detail: z.string(),
        }),
      ),
    }),
    callsPerMinute: 20,
  },
})
