/** Client errors, as browsers send them: a screen that broke, something the content policy stopped. */
import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'

export const VIOLATION_LIMIT_BYTES = 16 * 1024

/** Cut, not refused: half an error is worth more than none. */
function cut(maximum: number) {
  return z
    .string()
    .max(20_000)
    .transform((text) => text.slice(0, maximum))
}

export const clientErrors = defineEndpoints({
  'POST /api/report-error': {
    access: 'public',
    summary: 'Writes into the log that a screen broke, and answers the reference that stands there.',
    body: z.strictObject({
      message: cut(500),
      stack: cut(4_000).optional(),
      /** The pathname; what it holds of ids and tokens is dropped. */
      path: z.string().max(2_000),
      buildId: z
        .string()
        .regex(/^[0-9a-f]{1,64}$/)
        .nullable()
        .optional(),
    }),
    reply: z.object({ reference: z.string() }),
    callsPerMinute: 20,
  },
  'POST /api/report-violation': {
    access: 'public',
    summary: 'Takes what the browser says about breaches of the content policy.',
    takesFile: {
      maximumBytes: VIOLATION_LIMIT_BYTES,
      types: ['application/csp-report', 'application/reports+json', 'application/json'],
    },
    reply: z.object({ ok: z.literal(true) }),
    callsPerMinute: 30,
  },
})
