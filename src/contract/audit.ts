/** The log of who did what to whom, and how it is read. */
import { z } from 'zod'
import type { UserId } from '#domain/ids.ts'
import { AUDIT_ACTIONS } from './audit-actions.ts'
import { defineEndpoints } from './endpoint.ts'
import { cursor, day, id, moment } from './shapes.ts'

const filters = {
  /** Whom it concerns. */
  personId: id<UserId>().optional(),
  /** Who did it. */
  actorId: id<UserId>().optional(),
  action: z.enum(AUDIT_ACTIONS).optional(),
  /** Of the operator's market, of what concerns every market, or both. */
  reach: z.enum(['both', 'market', 'every']).default('both'),
  /** Days on the market's clock. */
  from: day.optional(),
  to: day.optional(),
}

const person = z.object({
  id: id<UserId>(),
  name: z.string(),
  type: z.enum(['Crew', 'Customer', 'Operator']),
})

export const audit = defineEndpoints({
  'GET /api/audit-log': {
    access: 'operator',
    capability: 'see',
    summary: 'Who did what to whom, newest first, a page at a time; secrets are left out.',
    query: z.object({ ...filters, cursor: cursor.optional() }),
    reply: z.object({
      /** The market’s, in which days are meant and instants shown. */
      timeZone: z.string(),
      marketName: z.string(),
      /** How many there are by these filters; stops counting at `mostCounted`. */
      count: z.int(),
      mostCounted: z.int(),
      /** Who is filtered by. */
      person: person.nullable(),
      actors: z.array(person),
      entries: z.array(
        z.object({
          id: z.number(),
          at: moment,
          /** Null where the product acted by itself. */
          actor: person.nullable(),
          action: z.string(),
          subject: z.string(),
          people: z.array(person),
          isEveryMarket: z.boolean(),
          detail: z.record(z.string(), z.unknown()),
        }),
      ),
      nextCursor: cursor.nullable(),
    }),
  },
  'GET /api/audit-log-csv': {
    access: 'operator',
    capability: 'see',
    summary: 'The same as a table for a spreadsheet, up to 20,000 lines.',
    query: z.object(filters),
    repliesFile: true,
    reply: z.unknown(),
  },
})
