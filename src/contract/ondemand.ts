/** Work that is ordered once: put together without an account, booked with a card that holds the price, followed live. */
import { z } from 'zod'
import type { OnDemandOrderId, PaymentId, PhotoId, PropertyId, VisitId } from '#domain/ids.ts'
import { ORDER_PROGRESS } from '#domain/ondemand/progress.ts'
import { nextAction } from './cards.ts'
import { defineEndpoints } from './endpoint.ts'
import { holidayName } from './holidays.ts'
import { PHOTO_LIMIT_BYTES, photo } from './photos.ts'
import { priceLine, quotedLine } from './prices.ts'
import { says } from './sentences.ts'
import { amountCents, day, done, id, latitude, line, longitude, moment, notes, timeOfDay } from './shapes.ts'

/** 256 random bits in base64url: who holds it holds the draft. */
const draftToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/, says('notAnId'))
const serviceKey = z.string().min(1, says('chooseService')).max(40)
const place = z.strictObject({ address: line(300), lat: latitude, lng: longitude })
const wantedTime = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('now') }),
  z.strictObject({ kind: z.literal('window'), date: day, from: timeOfDay, until: timeOfDay }),
])
const quantity = z.int().min(1, says('atLeastOne')).max(1_000, says('atMost1000'))

export const draftContent = z.strictObject({
  serviceKey: serviceKey.nullable(),
  place: place.nullable(),
  /** One of the customer's own places; a guest has none yet. */
  propertyId: id<PropertyId>().nullable(),
  when: wantedTime,
  quantity,
  notes: notes(2_000),
})

const draft = z.object({
  draft: draftContent,
  photos: z.array(photo),
  expiresAt: moment,
})

const rules = z.object({
  freeMinutes: z.int(),
  freeHoursBefore: z.int(),
  acceptedFeeCents: amountCents,
  onTheWayFeeCents: amountCents,
  noAccessFeeCents: amountCents,
  missedCreditCents: amountCents,
})

const priced = z.object({
  lines: z.array(quotedLine),
  totalCents: amountCents,
  date: day,
  startsAt: moment,
  endsAt: moment,
  timeZone: z.string(),
  rules,
  /** On whose day it is; the visit stays on it. */
  holiday: holidayName.nullable(),
})

const summary = z.object({
  id: id<OnDemandOrderId>(),
  serviceKey: z.string(),
  propertyId: id<PropertyId>(),
  placeName: z.string(),
  date: day,
  startsAt: moment,
  endsAt: moment,
  timeZone: z.string(),
  totalCents: amountCents,
  progress: z.enum(ORDER_PROGRESS),
  createdAt: moment,
})

const order = summary.extend({
  quantity: z.int(),
  isNow: z.boolean(),
  notes: z.string(),
  address: z.string().nullable(),
  lat: z.number(),
  lng: z.number(),
  lines: z.array(priceLine),
  rules,
  holiday: holidayName.nullable(),
  visitId: id<VisitId>().nullable(),
  declineCode: z.string().nullable(),
  /** Sends the order again after a card was declined. */
  canTryAgain: z.boolean(),
  crew: z
    .object({
      firstName: z.string(),
      rating: z.number().nullable(),
      ratingCount: z.int(),
      /** About when the work begins. */
      expectedAt: moment.nullable(),
    })
    .nullable(),
  timeline: z.array(z.object({ progress: z.enum(ORDER_PROGRESS), at: moment })),
  orderPhotos: z.array(photo),
  workPhotos: z.array(photo),
  /** What cancelling it costs now; null where that is no longer possible. */
  cancellation: z.object({ feeCents: amountCents, freeUntil: moment.nullable() }).nullable(),
  feeCents: amountCents,
  creditCents: amountCents,
  payment: z
    .object({
      id: id<PaymentId>(),
      state: z.enum(['due', 'charging', 'paid', 'declined', 'written_off', 'invoiced']),
      totalCents: amountCents,
    })
    .nullable(),
})

export const ondemand = defineEndpoints({
  'POST /api/get-on-demand-services': {
    access: 'public',
    summary: 'What can be ordered once at a place, and whether somebody nearby does it.',
    body: z.strictObject({ lat: latitude, lng: longitude }),
    reply: z.object({
      isServed: z.boolean(),
      services: z.array(z.object({ serviceKey: z.string(), hasCrews: z.boolean() })),
    }),
    callsPerMinute: 120,
  },
  'POST /api/quote-on-demand': {
    access: 'public',
    summary: 'The exact price of an order before it is booked, and what cancelling it would cost.',
    body: z.strictObject({
      serviceKey,
      quantity,
      when: wantedTime,
      place: z.strictObject({ lat: latitude, lng: longitude }).nullable(),
      propertyId: id<PropertyId>().nullable().default(null),
      /** Of a guest; a customer's own credit is known. */
      couponCode: z.string().trim().max(32).optional(),
    }),
    reply: priced,
    callsPerMinute: 240,
  },
  'POST /api/save-on-demand-draft': {
    access: 'public',
    summary: 'Keeps an order in the making for some days; the token is its only key.',
    body: z.strictObject({ token: draftToken.optional(), draft: draftContent }),
    reply: z.object({ token: draftToken, expiresAt: moment }),
    callsPerMinute: 60,
  },
  'POST /api/get-on-demand-draft': {
    access: 'public',
    summary: 'An order in the making with its photos.',
    body: z.strictObject({ token: draftToken }),
    reply: draft,
    callsPerMinute: 120,
  },
  'POST /api/upload-order-photo': {
    access: 'public',
    summary: 'Adds a photo to an order in the making. The same picture sent twice is one.',
    query: z.strictObject({ token: draftToken }),
    takesFile: {
      maximumBytes: PHOTO_LIMIT_BYTES,
      types: ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif'],
    },
    reply: z.object({ photos: z.array(photo) }),
    callsPerMinute: 20,
  },
  'POST /api/remove-order-photo': {
    access: 'public',
    summary: 'Takes a photo off an order in the making.',
    body: z.strictObject({ token: draftToken, photoId: id<PhotoId>() }),
    reply: z.object({ photos: z.array(photo) }),
    callsPerMinute: 60,
  },
  'POST /api/claim-on-demand-draft': {
    access: 'customer',
    summary:
      'Makes an order in the making the customer’s own, with its place among the customer’s properties.',
    body: z.strictObject({ token: draftToken }),
    reply: draft,
    refusesFrozen: true,
  },
  'POST /api/book-on-demand': {
    access: 'customer',
    summary:
      'Books an order: the card holds its price first. A draft becomes one order, however often it is sent.',
    body: z.strictObject({ token: draftToken, expectedTotalCents: amountCents }),
    reply: z.object({
      orderId: id<OnDemandOrderId>(),
      progress: z.enum(ORDER_PROGRESS),
      declineCode: z.string().nullable(),
      /** The bank's question: the same call goes on after the answer. */
      nextAction: nextAction.nullable(),
    }),
    refusesFrozen: true,
    callsPerMinute: 30,
    isShedLast: true,
  },
  'GET /api/on-demand-order': {
    access: 'customer',
    operatorsActFor: 'reads',
    summary: 'One order as it stands now.',
    query: z.strictObject({ id: id<OnDemandOrderId>() }),
    reply: order,
  },
  'POST /api/get-on-demand-orders': {
    access: 'customer',
    summary: 'The newest orders, open ones first.',
    body: z.strictObject({}),
    reply: z.object({ orders: z.array(summary) }),
  },
  'POST /api/cancel-on-demand': {
    access: 'customer',
    operatorsActFor: 'changes',
    summary: 'Cancels an order for at most the fee that was shown.',
    body: z.strictObject({ orderId: id<OnDemandOrderId>(), expectedFeeCents: amountCents }),
    reply: done.extend({ feeCents: amountCents }),
    isShedLast: true,
  },
})
