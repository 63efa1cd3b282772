/** A customer's rentals at Hospitable: connecting the account, and which rental is which place. */
import { z } from 'zod'
import type { PropertyId } from '#domain/ids.ts'
import { defineEndpoints } from './endpoint.ts'
import { says } from './sentences.ts'
import { id, line, moment } from './shapes.ts'

const rental = z.object({
  hospitableId: z.string(),
  name: z.string(),
  address: z.string(),
  /** A new place can be made of it. */
  hasCoordinates: z.boolean(),
  /** The rental of which it is a part. */
  parentId: z.string().nullable(),
  propertyId: id<PropertyId>().nullable(),
  propertyName: z.string().nullable(),
  /** Hospitable has it no longer. */
  isGone: z.boolean(),
})

const match = z.strictObject({
  hospitableId: line(100),
  /** A place of the customer's, a new one made of the rental, or none. */
  place: z.union([id<PropertyId>(), z.literal('new')]).nullable(),
})

export const hospitable = defineEndpoints({
  'GET /api/hospitable': {
    access: 'customer',
    summary: 'The connection to Hospitable with the rentals that it shows; null where there is none.',
    reply: z.object({
      /** This installation has keys of Hospitable. */
      isOffered: z.boolean(),
      /** The demo plays it, with rentals and stays that are made up. */
      isDemo: z.boolean(),
      connection: z
        .object({
          /** `lapsed`: it has to be connected anew; what was read stays. */
          state: z.enum(['connected', 'lapsed']),
          name: z.string(),
          email: z.string(),
          connectedAt: moment,
          lastReadAt: moment.nullable(),
          rentals: z.array(rental),
        })
        .nullable(),
    }),
  },
  'POST /api/connect-hospitable': {
    access: 'customer',
    summary: 'Where the customer allows us to read; it comes back to `/hospitable-redirect`.',
    body: z.strictObject({}),
    reply: z.object({ url: z.string() }),
    refusesFrozen: true,
    callsPerMinute: 20,
  },
  'POST /api/finish-hospitable': {
    access: 'customer',
    summary:
      'Takes what Hospitable sent the browser back with. `ask`: it began over there and is to be confirmed.',
    body: z.strictObject({ isConfirmed: z.boolean().default(false) }),
    reply: z.object({ outcome: z.enum(['connected', 'ask']) }),
    refusesFrozen: true,
    callsPerMinute: 20,
  },
  'POST /api/match-hospitable': {
    access: 'customer',
    summary: 'Says which rental is which place. A rental that cannot be one is named with the reason.',
    body: z.strictObject({
      matches: z.array(match).min(1, says('missing')).max(200),
    }),
    reply: z.object({ refused: z.array(z.object({ hospitableId: z.string(), error: z.string() })) }),
    refusesFrozen: true,
  },
  'POST /api/hospitable-webhook': {
    access: 'public',
    summary: 'Hospitable says that something happened; signed by it.',
    takesFile: { maximumBytes: 1024 * 1024, types: ['application/json'] },
    reply: z.object({ received: z.literal(true) }),
  },
  'POST /api/disconnect-hospitable': {
    access: 'customer',
    summary: 'Ends the connection. Places and booked work stay.',
    body: z.strictObject({}),
    reply: z.object({ ok: z.literal(true) }),
  },
})
