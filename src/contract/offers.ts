/** Offers of single visits to crews, and giving a visit to a crew by hand. */
import { z } from 'zod'
import type { OfferId, UserId, VisitId } from '#domain/ids.ts'
import { WITHDRAWN_REASONS } from '#domain/offers/answer.ts'
import { OFFER_STATES } from '#domain/offers/graph.ts'
import { REFUSAL_REASONS } from '#domain/refusals.ts'
import { defineEndpoints } from './endpoint.ts'
import { payoutWarning } from './payout-warning.ts'
import { amountCents, day, id, moment } from './shapes.ts'
import { timeWindow } from './work.ts'

const offerState = z.enum(OFFER_STATES)
const reason = z.enum(REFUSAL_REASONS)
const offerId = z.strictObject({ offerId: id<OfferId>() })

const offer = z.object({
  offerId: id<OfferId>(),
  state: offerState,
  /** The waves are over: it stays until somebody takes the visit. */
  isStanding: z.boolean(),
  /** The customer asked for this crew: nobody else has the offer yet. */
  isChosen: z.boolean(),
  isOnDemand: z.boolean(),
  /** The raise included. */
  payCents: amountCents,
  raiseCents: amountCents,
  sentAt: moment,
  expiresAt: moment,
  serviceKey: z.string(),
  quantity: z.int(),
  minutes: z.int(),
  date: day,
  /** Null is any time that day. */
  window: timeWindow.nullable(),
  timeZone: z.string(),
  neighbourhood: z.string().nullable(),
  /** To the nearest hundredth of a degree until the offer is accepted. */
  lat: z.number(),
  lng: z.number(),
  /** From the crew's base; null where it named none. */
  distanceFeet: z.int().nullable(),
})

const candidate = z.object({
  crewId: id<UserId>(),
  name: z.string(),
  distanceFeet: z.int(),
  /** Work on that day, and the most that the crew wants. */
  loadMinutes: z.int(),
  capacityMinutes: z.int(),
  rating: z.number().nullable(),
  reliability: z.number().nullable(),
  isFavourite: z.boolean(),
  /** Why the visit does not suit this crew. */
  conflict: reason.nullable(),
  /** What became of the offer to this crew, where there was one. */
  offer: offerState.nullable(),
  hasIt: z.boolean(),
})

const unassignedVisit = z.object({
  visitId: id<VisitId>(),
  propertyName: z.string(),
  neighbourhood: z.string().nullable(),
  lat: z.number(),
  lng: z.number(),
  serviceKey: z.string(),
  date: day,
  startsAt: moment,
  endsAt: moment,
  timeZone: z.string(),
  waveCount: z.int(),
  wavesDone: z.int(),
  isStanding: z.boolean(),
  /** The operators were notified: nobody came forward in time. */
  needsOperator: z.boolean(),
  openOfferCount: z.int(),
  declinedCount: z.int(),
})

const mark = z.enum(['favourite', 'blocked', 'none'])

export const offers = defineEndpoints({
  'GET /api/offer': {
    access: 'crew',
    summary: 'An offer to this crew: pay, hours and rough place; the exact place once it is accepted.',
    query: offerId,
    reply: offer.extend({
      /** A decline that can still be taken back. */
      canUndo: z.boolean(),
      drivingMinutes: z.int().nullable(),
      /** Where this crew sets out from. */
      base: z.object({ lat: z.number(), lng: z.number() }).nullable(),
      visitId: id<VisitId>().nullable(),
      /** Given where it was withdrawn. */
      withdrawnBecause: z.enum(WITHDRAWN_REASONS).nullable(),
      /** The same visit, offered to this crew anew. */
      openOfferId: id<OfferId>().nullable(),
      exactPlace: z
        .object({
          propertyName: z.string(),
          address: z.string().nullable(),
          lat: z.number(),
          lng: z.number(),
        })
        .nullable(),
      /** What would refuse an acceptance now. */
      hindrance: reason.nullable(),
      /** Of offers: how many more this crew may take now, and when it may again; null where it may, or never this one. */
      taking: z.object({ left: z.int(), againAt: moment.nullable() }),
      ...payoutWarning,
      /** The server's clock, for countdowns. */
      now: moment,
    }),
    callsPerMinute: 120,
  },
  'GET /api/offers': {
    access: 'crew',
    summary: 'The offers that wait for an answer of this crew, the most urgent first.',
    reply: z.object({ offers: z.array(offer), now: moment }),
  },
  'POST /api/accept-offer': {
    access: 'crew',
    summary: 'Takes the visit of an offer. One crew wins; accepted again by the winner it answers the same.',
    body: offerId,
    reply: z.object({
      offerId: id<OfferId>(),
      visitId: id<VisitId>(),
      state: z.literal('accepted'),
      payCents: amountCents,
    }),
    refusesFrozen: true,
    callsPerMinute: 120,
  },
  'POST /api/decline-offer': {
    access: 'crew',
    summary: 'Says no to an offer.',
    body: offerId,
    reply: z.object({ offerId: id<OfferId>(), state: offerState }),
    callsPerMinute: 120,
  },
  'POST /api/undo-decline-offer': {
    access: 'crew',
    summary: 'Takes a no back, until the deadline of the offer.',
    body: offerId,
    reply: z.object({ offerId: id<OfferId>(), state: offerState }),
    callsPerMinute: 120,
  },
  'GET /api/unassigned-visits': {
    access: 'operator',
    capability: 'see',
    summary: 'Visits of this and the next week that nobody has, those that need a person first.',
    reply: z.object({ visits: z.array(unassignedVisit), totalCount: z.int() }),
  },
  'POST /api/get-crew-candidates': {
    access: 'operator',
    capability: 'see',
    summary: 'The crews that could do a visit, best first, with what they answered.',
    body: z.strictObject({ visitId: id<VisitId>() }),
    reply: z.object({
      visitId: id<VisitId>(),
      propertyName: z.string(),
      serviceKey: z.string(),
      date: day,
      candidates: z.array(candidate),
    }),
  },
  'POST /api/assign-visit': {
    access: 'operator',
    capability: 'dispatch',
    summary: 'Gives a visit to a crew; offers of it to others end.',
    body: z.strictObject({ visitId: id<VisitId>(), crewId: id<UserId>() }),
    reply: z.object({ visitId: id<VisitId>(), crewId: id<UserId>() }),
  },
  'GET /api/crew-mark': {
    access: 'customer',
    summary: 'The crew of a visit by first name, and what this customer thinks of it.',
    query: z.strictObject({ visitId: id<VisitId>() }),
    reply: z.object({ crewFirstName: z.string().nullable(), mark }),
  },
  'POST /api/mark-crew': {
    access: 'customer',
    summary: 'Marks the crew of a visit: a favourite is asked first, a blocked one is never asked again.',
    body: z.strictObject({ visitId: id<VisitId>(), mark }),
    reply: z.object({ mark }),
  },
})
