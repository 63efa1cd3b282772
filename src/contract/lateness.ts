/** A day that is late, and no longer is. */
import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { momentInput } from './shapes.ts'
import { estimatedStop, isWhole, where, wholeSays } from './today.ts'

export const lateness = defineEndpoints({
  'POST /api/report-late': {
    access: 'crew',
    summary:
      'Reports that the rest of the day is late. Customers whose window is missed are notified, and again where the time changes.',
    body: z
      .strictObject({
        minutes: z.union([z.literal(15), z.literal(30), z.literal(60)]),
        ...where,
        /** When the crew said so, by a phone that was offline since. */
        at: momentInput.optional(),
      })
      .refine(isWhole, wholeSays),
    reply: z.object({ stops: z.array(estimatedStop), notifiedCount: z.int() }),
    refusesFrozen: true,
  },
  'POST /api/report-on-time': {
    access: 'crew',
    summary:
      'Takes back that the day is late. Customers who were notified hear that it is not, or the newer time.',
    reply: z.object({ stops: z.array(estimatedStop), notifiedCount: z.int() }),
    refusesFrozen: true,
  },
})
