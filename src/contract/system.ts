/** The house itself: is it alive, is it ready, how is it set up. */
import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { latitude, longitude } from './shapes.ts'

export const system = defineEndpoints({
  'GET /api/health': {
    access: 'public',
    summary: 'Says that the process is alive.',
    reply: z.object({ ok: z.literal(true) }),
  },
  'GET /api/ready': {
    access: 'public',
    summary: 'Says that the database answers; 503 while it does not.',
    reply: z.object({ ok: z.literal(true) }),
  },
  'GET /api/config': {
    access: 'public',
    summary: 'What the pages need to know about this installation.',
    reply: z.object({
      environment: z.enum(['development', 'staging', 'production']),
      isDemo: z.boolean(),
      supportEmail: z.string(),
      pixelId: z.string().nullable(),
      map: z.object({
        /** Null twice: the streets that come with the pages. A style wins over tiles. */
        styleUrl: z.string().nullable(),
        tilesUrl: z.string().nullable(),
        /** Routes can be drawn along streets (`POST /api/drive-line`). */
        hasDrivenLines: z.boolean(),
      }),
      paymentsProvider: z.enum(['embedded', 'stripe']),
      /** What the provider's own script needs in the browser; null where the forms are among our pages. */
      cardScript: z.object({ url: z.url(), publishableKey: z.string() }).nullable(),
    }),
  },
  'POST /api/check-area': {
    access: 'public',
    summary: 'Which market serves a point; null where none does yet.',
    body: z.strictObject({ lat: latitude, lng: longitude }),
    reply: z.object({ market: z.object({ name: z.string() }).nullable() }),
    callsPerMinute: 120,
  },
})
