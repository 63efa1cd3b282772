/** Cities: where each works, what is offered there, whether it is open, and who waits for the next one. */
import { z } from 'zod'
import type { HolidayRuleSetId } from '#domain/ids.ts'
import { LANGUAGES } from '#domain/language.ts'
import { MARKET_STATES, MARKET_STEPS } from '#domain/markets/graph.ts'
import { defineEndpoints } from './endpoint.ts'
import { says } from './sentences.ts'
import {
  day,
  done,
  email,
  id,
  latitude,
  legalFacts,
  line,
  longitude,
  moment,
  notes,
  timeZone,
} from './shapes.ts'

const marketId = z.string().min(1).max(60)
const state = z.enum(MARKET_STATES)
const center = z.strictObject({ lat: latitude, lng: longitude })

/** Parts, each an outer ring and its holes, of longitudes and latitudes. */
const area = z
  .array(z.array(z.array(z.tuple([z.number(), z.number()]).readonly()).readonly()).readonly())
  .readonly()

/** At most so many are counted. */
const count = z.int().nonnegative()

export const markets = defineEndpoints({
  'GET /api/markets': {
    access: 'operator',
    capability: 'see',
    summary: 'The cities that the operator runs, with what goes on there; counts end at 10,000.',
    reply: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        timeZone: z.string(),
        state,
        /** On the desk now. */
        isCurrent: z.boolean(),
        customers: count,
        crews: count,
        runningJobs: count,
        waiting: count,
      }),
    ),
  },
  'GET /api/market': {
    access: 'operator',
    capability: 'see',
    summary: 'One city with its area, the areas around it, and what was changed of it.',
    query: z.object({ marketId }),
    reply: z.object({
      id: z.string(),
      name: z.string(),
      timeZone: z.string(),
      state,
      isCurrent: z.boolean(),
      center: center.nullable(),
      area: area.nullable(),
      /** Null is the whole catalogue. */
      serviceKeys: z.array(z.string()).nullable(),
      supportEmail: z.string().nullable(),
      supportPhone: z.string().nullable(),
      /** Who we are on its papers; version 0 where nobody has said so yet. */
      letterhead: legalFacts.extend({ version: z.int() }),
      ruleSetId: id<HolidayRuleSetId>().nullable(),
      version: z.int(),
      /** What keeps it from opening or closing. */
      runningJobs: count,
      /** Of its weekly jobs the last day, where all have one. */
      lastJobEndsOn: day.nullable(),
      visitsAhead: count,
      waiting: count,
      others: z.array(z.object({ id: z.string(), name: z.string(), area })),
      changes: z.array(
        z.object({
          at: moment,
          action: z.enum(['add_market', 'save_market', 'save_letterhead', 'open_market', 'close_market']),
          actorName: z.string().nullable(),
          /** What became what; areas by their number of corners. */
          fields: z.array(
            z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
          ),
        }),
      ),
    }),
  },
  'POST /api/add-market': {
    access: 'operator',
    capability: 'catalogue',
    summary: 'A new city, on the waitlist, with a circle around its middle as the area to begin with.',
    body: z.strictObject({
      name: line(60),
      timeZone,
      center,
      radiusFeet: z.int().min(5_280).max(528_000),
    }),
    reply: z.object({ marketId: z.string() }),
  },
  'POST /api/save-market': {
    access: 'operator',
    capability: 'catalogue',
    summary: 'Changes a city; places that are there already keep it wherever its border moves.',
    body: z.strictObject({
      marketId,
      /** What was read; somebody else’s change since then is not written over. */
      version: z.int(),
      name: line(60),
      timeZone,
      center,
      /** GeoJSON: a Polygon, a MultiPolygon, or features of them. */
      area: z.unknown(),
      serviceKeys: z.array(z.string().max(40)).max(200).nullable(),
      supportEmail: email.nullable(),
      supportPhone: z.string().trim().max(40).nullable(),
    }),
    reply: z.object({ version: z.int() }),
  },
  'POST /api/save-letterhead': {
    access: 'operator',
    capability: 'catalogue',
    summary: 'Who we are on a city’s receipts, invoices and statements, from now on.',
    body: z.strictObject({
      marketId,
      /** The version that was read; 0 for the first. */
      basedOn: z.int().min(0),
      legalName: line(120),
      postalAddress: notes(300).refine((text) => text !== '', says('missing')),
      taxNumber: notes(60),
    }),
    reply: z.object({ version: z.int() }),
  },
  'POST /api/step-market': {
    access: 'operator',
    capability: 'catalogue',
    summary: 'Opens or closes a city. Who waits there is told once, in the background.',
    body: z.strictObject({ marketId, step: z.enum(MARKET_STEPS) }),
    reply: done,
  },
  'POST /api/use-market': {
    access: 'operator',
    capability: 'see',
    summary: 'Puts another of the operator’s cities on the desk.',
    body: z.strictObject({ marketId }),
    reply: done,
  },
  'POST /api/join-waitlist': {
    access: 'public',
    summary: 'Tells us to write once, when we work at an address. Asking again changes nothing.',
    body: z.strictObject({
      lat: latitude,
      lng: longitude,
      address: line(200),
      email: email.optional(),
      phone: z.string().trim().max(40).optional(),
      locale: z.enum(LANGUAGES).optional(),
    }),
    reply: done,
    callsPerMinute: 10,
  },
})
