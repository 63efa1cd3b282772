/** Pickups that follow stays: a place's rule, and the pickups that come. */
import { z } from 'zod'
import type { PropertyId, VisitId } from '#domain/ids.ts'
import { MOST_EXTRA_GUESTS, MOST_EXTRA_NIGHTS } from '#domain/pickups/plan-pickups.ts'
import { VISIT_STATES } from '#domain/visits/graph.ts'
import { defineEndpoints } from './endpoint.ts'
import { amountCents, day, done, id, moment, timeOfDay } from './shapes.ts'

const rule = {
  isOn: z.boolean(),
  /** Where a source says no time of its own. */
  checkOutTime: timeOfDay,
  /** From so many nights, or guests, on a stay gets a pickup of its own; null for none. */
  extraNights: z.int().min(2).max(MOST_EXTRA_NIGHTS).nullable(),
  extraGuests: z.int().min(2).max(MOST_EXTRA_GUESTS).nullable(),
  /** Days that a platform calls closed, whoever is there, are guests'. */
  countsClosed: z.boolean(),
}

const pickup = z.object({
  visitId: id<VisitId>(),
  date: day,
  startsAt: moment,
  endsAt: moment,
  timeZone: z.string(),
  serviceKey: z.string(),
  state: z.enum(VISIT_STATES),
  /** Skipped, since nobody stayed. */
  isVacant: z.boolean(),
  /** After this stay, besides the rule of the weekly job. */
  extra: z.object({ nights: z.int(), guests: z.int().nullable() }).nullable(),
})

export const pickups = defineEndpoints({
  'GET /api/pickups': {
    access: 'customer',
    summary: 'Whether pickups follow the stays of a place, by which rule, and those that come.',
    query: z.object({ propertyId: id<PropertyId>() }),
    reply: z.object({
      rule: z.object(rule),
      /** Whether there is weekly work that could follow stays. */
      hasJob: z.boolean(),
      /** Whether anything tells of stays there. */
      hasSource: z.boolean(),
      /** Whether all of it can be believed; else nothing is skipped. */
      isReliable: z.boolean(),
      coming: z.array(pickup),
      /** What one more pickup of each service costs today; null where it has no price, or is not shown to who asks. */
      extraPrices: z.array(z.object({ serviceKey: z.string(), cents: amountCents.nullable() })),
    }),
  },
  'POST /api/save-pickup-rule': {
    access: 'customer',
    summary: 'Lets the pickups of a place follow its stays, or no more; the visits to come follow at once.',
    body: z.strictObject({ propertyId: id<PropertyId>(), ...rule }),
    reply: done,
  },
})
