/** A mail each morning of what happens that day at a customer's places, and at those that it looks after. */
import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { done } from './shapes.ts'

const hour = z.int().min(0).max(23)

export const digests = defineEndpoints({
  'GET /api/daily-digest': {
    access: 'any',
    summary: 'Whether this customer gets a mail each morning, and at which hour of its own clock.',
    reply: z.object({ isOn: z.boolean(), hour, timeZone: z.string() }),
  },
  'POST /api/save-daily-digest': {
    access: 'any',
    summary: 'Whether a mail comes each morning, and when. Nothing comes on a day without anything.',
    body: z.strictObject({ isOn: z.boolean(), hour }),
    reply: done,
  },
})
