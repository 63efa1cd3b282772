/** What strangers are shown before they have an account: where we work, what it costs there, what crews earn. */
import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { says } from './sentences.ts'
import { amountCents, latitude, longitude } from './shapes.ts'

export const frontDoor = defineEndpoints({
  'GET /get-started/_payload.json': {
    access: 'public',
    summary: 'Cities, what was done there lately, and what crews earn: for the page that strangers come to.',
    reply: z.object({
      /** With their middles; a market without one serves everywhere. */
      cities: z.array(z.object({ name: z.string(), lat: z.number().nullable(), lng: z.number().nullable() })),
      lately: z.object({
        days: z.int(),
        /** Of at most so many as are looked at. */
        visitCount: z.int(),
        isMore: z.boolean(),
        rating: z.number().nullable(),
        ratingCount: z.int(),
      }),
      /** Where most of it was done; middles of at least three places each. */
      quarters: z.array(
        z.object({ name: z.string(), visitCount: z.int(), lat: z.number(), lng: z.number() }),
      ),
      crews: z.object({
        /** Of every price, and of tips all. */
        shareBasisPoints: z.int(),
        /** The median of what crews with a working week earned in it; null where there were too few. */
        weekCents: amountCents.nullable(),
        /** The median for an hour of work at stops. */
        hourCents: amountCents.nullable(),
      }),
    }),
    callsPerMinute: 120,
  },
  'POST /api/price-street': {
    access: 'public',
    summary: 'What services cost at a point, by the prices in force on its next working day, with tax.',
    body: z.strictObject({
      lat: latitude,
      lng: longitude,
      items: z
        .array(
          z.strictObject({
            serviceKey: z.string().min(1, says('chooseService')).max(40),
            quantity: z.int().min(1, says('atLeastOne')).max(1_000, says('atMost1000')),
          }),
        )
        .max(20),
    }),
    reply: z.object({
      /** Null where nobody works yet. */
      market: z.object({ name: z.string() }).nullable(),
      prices: z.array(
        z.object({
          serviceKey: z.string(),
          quantity: z.int(),
          totalCents: amountCents,
          /** Of the total. */
          taxCents: amountCents,
          /** Whether a crew that does it drives that far. */
          hasCrews: z.boolean(),
        }),
      ),
    }),
    callsPerMinute: 120,
  },
})
