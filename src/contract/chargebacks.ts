/** What cardholders' banks take back, and what they warn of, as operators answer it. */
import { z } from 'zod'
import { EVIDENCE_PARTS } from '#domain/billing/chargebacks.ts'
import type { ChargebackId, PaymentId, VisitId } from '#domain/ids.ts'
import { defineEndpoints } from './endpoint.ts'
import { journalKind } from './payments.ts'
import { photo } from './photos.ts'
import { amountCents, cursor, day, done, id, line, moment, notes } from './shapes.ts'

const state = z.enum(['needs_evidence', 'under_review', 'won', 'lost'])
const end = z.enum(['won', 'lost', 'accepted', 'expired', 'returned'])
const parts = z.array(z.enum(EVIDENCE_PARTS)).max(EVIDENCE_PARTS.length)

const chargeback = z.object({
  id: id<ChargebackId>(),
  paymentId: id<PaymentId>().nullable(),
  customerName: z.string(),
  /** The visit it is about: the first of the payment, and how many more there are. */
  visit: z
    .object({ date: day, serviceKey: z.string(), placeName: z.string().nullable(), moreCount: z.int() })
    .nullable(),
  amountCents,
  feeCents: amountCents.nullable(),
  state,
  end: end.nullable(),
  /** The bank's word for why (`fraudulent`, `product_not_received`, …). */
  reason: z.string(),
  evidenceDueAt: moment.nullable(),
  openedAt: moment,
  closedAt: moment.nullable(),
  sentAt: moment.nullable(),
})

const answer = z.object({ state, end: end.nullable(), sentAt: moment.nullable() })

export const chargebacks = defineEndpoints({
  'POST /api/get-chargebacks': {
    access: 'operator',
    capability: 'see_money',
    summary:
      'Chargebacks of the market: those that are open, by the day on which evidence is due, or those that ended, newest first.',
    body: z.strictObject({ isClosed: z.boolean().default(false), cursor: cursor.optional() }),
    reply: z.object({
      chargebacks: z.array(chargeback),
      nextCursor: z.string().nullable(),
      openCount: z.int(),
    }),
  },
  'GET /api/chargeback': {
    access: 'operator',
    capability: 'see_money',
    summary: 'One chargeback with everything that speaks for us.',
    query: z.object({ id: id<ChargebackId>() }),
    reply: chargeback.extend({
      canAnswer: z.boolean(),
      answeredBy: z.string().nullable(),
      note: z.string(),
      without: parts,
      /** What it moved in the books: a loss, a fee, what came back. */
      ledger: z.array(z.object({ kind: journalKind, at: moment, amountCents })),
      payment: z
        .object({
          totalCents: amountCents,
          refundedCents: amountCents,
          paidAt: moment.nullable(),
          card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
        })
        .nullable(),
      customer: z
        .object({
          email: z.string(),
          since: moment,
          paidCount: z.int(),
          paidCents: amountCents,
          chargebackCount: z.int(),
        })
        .nullable(),
      visits: z.array(
        z.object({
          id: id<VisitId>(),
          date: day,
          serviceKey: z.string(),
          placeName: z.string().nullable(),
          address: z.string(),
          timeZone: z.string(),
          crewName: z.string().nullable(),
          amountCents,
          startsAt: moment,
          endsAt: moment,
          startedAt: moment.nullable(),
          completedAt: moment.nullable(),
          distanceFeet: z.int().nullable(),
          place: z.object({ lat: z.number(), lng: z.number() }).nullable(),
          photos: z.array(photo.extend({ takenAt: moment })),
          messages: z.array(
            z.object({
              at: moment,
              senderRole: z.enum(['customer', 'crew', 'operator']),
              text: z.string(),
            }),
          ),
        }),
      ),
    }),
  },
  'GET /api/evidence-pdf': {
    access: 'operator',
    capability: 'see_money',
    summary: 'The evidence as the bank will read it, or as it was sent.',
    query: z.object({
      id: id<ChargebackId>(),
      note: notes(2_000).default(''),
      /** Parts to leave out, with commas between them. */
      without: z
        .string()
        .max(100)
        .default('')
        .transform((text) => EVIDENCE_PARTS.filter((part) => text.split(',').includes(part))),
    }),
    repliesFile: true,
    reply: z.unknown(),
    callsPerMinute: 30,
  },
  'POST /api/send-evidence': {
    access: 'operator',
    capability: 'money',
    summary: 'Sends the evidence to the bank, once.',
    body: z.strictObject({
      chargebackId: id<ChargebackId>(),
      note: notes(2_000).default(''),
      without: parts.default([]),
    }),
    reply: answer,
    isShedLast: true,
  },
  'POST /api/accept-chargeback': {
    access: 'operator',
    capability: 'money',
    summary: 'Accepts the loss: nothing is sent, and the bank keeps the money.',
    body: z.strictObject({ chargebackId: id<ChargebackId>() }),
    reply: answer,
    isShedLast: true,
  },
  'GET /api/unknown-chargebacks': {
    access: 'operator',
    capability: 'see_money',
    summary:
      'Open chargebacks of charges that no payment of ours is known for, oldest first. No market is known for them either: the operators of each see them.',
    query: z.object({ cursor: cursor.optional() }),
    reply: z.object({
      chargebacks: z.array(
        z.object({
          id: id<ChargebackId>(),
          /** As the provider calls the charge and the chargeback. */
          intentId: z.string(),
          providerId: z.string(),
          amountCents,
          reason: z.string(),
          evidenceDueAt: moment.nullable(),
          openedAt: moment,
        }),
      ),
      nextCursor: z.string().nullable(),
    }),
  },
  'POST /api/look-for-payment': {
    access: 'operator',
    capability: 'money',
    summary: 'Reads a chargeback without a payment again, and looks whether its payment is known by now.',
    body: z.strictObject({ chargebackId: id<ChargebackId>() }),
    reply: z.object({ isFound: z.boolean() }),
    callsPerMinute: 20,
  },
  'POST /api/get-fraud-warnings': {
    access: 'operator',
    capability: 'see_money',
    summary: 'Early warnings of fraud of the market that wait for an answer, oldest first.',
    body: z.strictObject({ cursor: cursor.optional() }),
    reply: z.object({
      warnings: z.array(
        z.object({
          id: z.string(),
          paymentId: id<PaymentId>(),
          customerName: z.string(),
          amountCents,
          warnedAt: moment,
          paidAt: moment.nullable(),
        }),
      ),
      nextCursor: z.string().nullable(),
    }),
  },
  'POST /api/answer-fraud-warning': {
    access: 'operator',
    capability: 'money',
    needsFreshPassword: true,
    summary: 'Gives the payment back before it becomes a chargeback, or leaves it.',
    body: z.strictObject({ warningId: line(100), answer: z.enum(['refund', 'leave']) }),
    reply: done,
    isShedLast: true,
  },
})
