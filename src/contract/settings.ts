/** The numbers of the business: what holds in a market, what held, what will hold; and changing one. */
import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { done, id, moment, momentInput } from './shapes.ts'

const marketId = z.string().min(1).max(60).nullable()

/**
 * A number, a time as HH:MM, rising numbers, amounts or words by year, rates by service; null clears it, and what holds
 * otherwise holds.
 */
const value = z.union([
  z.number(),
  z.string().max(10),
  z.array(z.number()).max(20).readonly(),
  z.record(z.string().max(10), z.number()),
  z.record(z.string().max(10), z.string().max(20)),
  z.record(z.string().max(40), z.record(z.string().max(10), z.number())),
])

const dated = z.object({
  value: value.nullable(),
  inForceFrom: moment,
  writtenBy: id().nullable(),
  /** Null where nobody did: what a city began with. */
  writerName: z.string().nullable(),
  writtenAt: moment,
})

export const settings = defineEndpoints({
  'POST /api/get-settings': {
    access: 'operator',
    capability: 'see',
    summary: 'Every number of the business as a market has it, with its unit, range and history.',
    /** Null asks for what holds wherever a market has nothing of its own; left out, for the operator’s own market. */
    body: z.strictObject({ marketId: marketId.optional() }),
    reply: z.object({
      market: z.object({ id: z.string(), name: z.string(), zone: z.string() }),
      settings: z.array(
        z.object({
          key: z.string(),
          group: z.string(),
          groupName: z.string(),
          sentence: z.string(),
          kind: z.enum([
            'number',
            'numbers',
            'weekday',
            'time',
            'by_year',
            'choice_by_year',
            'tax_by_service',
          ]),
          unit: z.string().nullable(),
          minimum: z.number().nullable(),
          maximum: z.number().nullable(),
          /** The words that a setting of words may be. */
          choices: z.array(z.string()),
          byDefault: value,
          /** What holds now. */
          value,
          /** Written for this market (or for all, where no market is asked for), by the day from which each holds. */
          history: z.array(dated),
          upcoming: z.array(dated),
        }),
      ),
    }),
  },
  'POST /api/set-setting': {
    access: 'operator',
    capability: 'catalogue',
    summary: 'Changes one number from a moment on, in one market or wherever a market has none of its own.',
    body: z.strictObject({
      marketId,
      key: z.string().max(60),
      value: value.nullable(),
      /** Null is at once. */
      inForceFrom: momentInput.nullable(),
    }),
    reply: done,
  },
})
