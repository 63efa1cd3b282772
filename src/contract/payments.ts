/** What customers pay: cards, charges, receipts, refunds. */
import { z } from 'zod'
import type { PaymentId, RefundId, VisitId } from '#domain/ids.ts'
import { card, oneTimeToken, setupToken } from './cards.ts'
import { defineEndpoints } from './endpoint.ts'
import { statement } from './payouts.ts'
import { says } from './sentences.ts'
import { amountCents, cursor, day, id, line, moment } from './shapes.ts'

const paymentState = z.enum(['due', 'charging', 'paid', 'declined', 'written_off'])

const paymentSummary = z.object({
  id: id<PaymentId>(),
  periodStart: day,
  periodEnd: day,
  state: paymentState,
  totalCents: amountCents,
  refundedCents: amountCents,
  visitCount: z.int(),
  createdAt: moment,
  paidAt: moment.nullable(),
  nextAttemptAt: moment.nullable(),
  lastDecline: z.string().nullable(),
})

const receipt = paymentSummary.extend({
  kind: z.literal('receipt'),
  customerName: z.string(),
  lines: z.array(
    z.object({
      kind: z.enum(['visit', 'tip', 'fee', 'coupon', 'tax', 'credit']),
      visitId: id<VisitId>().nullable(),
      date: day.nullable(),
      /** In the reader's language. */
      serviceName: z.string().nullable(),
      placeName: z.string().nullable(),
      description: z.string(),
      amountCents,
    }),
  ),
  subtotalCents: amountCents,
  taxCents: amountCents,
  couponCents: amountCents,
  /** Credit of the customer's own that it used up. */
  creditCents: amountCents,
  refunds: z.array(
    z.object({
      id: id<PaymentId>(),
      amountCents,
      reason: z.string(),
      state: z.enum(['pending', 'succeeded', 'failed']),
      createdAt: moment,
    }),
  ),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  /** What the books say about this payment: its journals, and what the customer still owes for it. */
  ledger: z.object({
    journals: z.array(z.object({ key: z.string(), kind: z.string(), at: moment, amountCents })),
    owedCents: amountCents,
  }),
})

const chargeResult = z.object({
  state: z.enum(['paid', 'declined', 'processing', 'nothing_due']),
  paidCents: amountCents,
  dueCents: amountCents,
  declineCode: z.string().nullable(),
})

const page = { cursor: cursor.optional(), limit: z.coerce.number().int().min(1).max(100).default(25) }

export const payments = defineEndpoints({
  'POST /api/get-payment-method': {
    access: 'any',
    summary: 'The card on file, and whether something is wrong with paying (seed §7).',
    body: z.object({}),
    reply: z.object({
      hasCard: z.boolean(),
      card: card.nullable(),
      dueCents: amountCents,
      error: z.string().optional(),
    }),
  },
  'POST /api/save-card': {
    access: 'customer',
    summary: 'Keeps the card that the provider’s form took, and charges what a declined card left due.',
    body: z.strictObject({ setupToken }),
    reply: z.object({ card, charge: chargeResult }),
    callsPerMinute: 20,
  },
  'POST /api/pay-now': {
    access: 'customer',
    summary: 'Charges everything that is due to the card on file.',
    body: z.object({}),
    reply: chargeResult,
    callsPerMinute: 20,
  },
  'GET /api/payments': {
    access: 'customer',
    summary: 'The payments, newest first, a page at a time.',
    query: z.object(page),
    reply: z.object({ payments: z.array(paymentSummary), nextCursor: z.string().nullable() }),
  },
  'GET /api/payment': {
    access: 'any',
    summary: 'One customer’s receipt or one crew’s statement.',
    query: z.object({ id: id<PaymentId>() }),
    reply: z.discriminatedUnion('kind', [receipt, statement]),
  },
  'GET /api/payments-csv': {
    access: 'customer',
    summary: 'A year’s payments as a table for a spreadsheet, a row per visit.',
    query: z.object({ year: z.coerce.number().int().min(2020).max(2100) }),
    repliesFile: true,
    reply: z.unknown(),
  },
  'GET /api/billing': {
    access: 'customer',
    summary: 'What is due, what the next charge will be, and the card.',
    reply: z.object({
      dueCents: amountCents,
      duePayments: z.array(paymentSummary),
      nextCharge: z.object({
        chargesAt: moment,
        visitCount: z.int(),
        subtotalCents: amountCents,
        couponCents: amountCents,
        taxCents: amountCents,
        totalCents: amountCents,
      }),
      card: card.nullable(),
      isServicePaused: z.boolean(),
    }),
  },
  'POST /api/get-update-billing': {
    access: 'public',
    summary: 'What a link from a mail about a declined card is for. Uses nothing up.',
    body: z.strictObject({ token: oneTimeToken }),
    reply: z.object({ firstName: z.string(), dueCents: amountCents, cardLast4: z.string().nullable() }),
    callsPerMinute: 20,
  },
  'POST /api/update-billing': {
    access: 'public',
    summary: 'Replaces the card without signing in and pays what is due. The link works once.',
    body: z.strictObject({ token: oneTimeToken, setupToken }),
    reply: chargeResult.extend({
      card: z.object({ brand: z.string(), last4: z.string() }),
      /** Opens the form again where the new card was declined, too. */
      nextToken: z.string().nullable(),
    }),
    callsPerMinute: 10,
  },
  'POST /api/payment-webhook': {
    access: 'public',
    summary: 'The payment provider says that something happened; signed by it.',
    takesFile: { maximumBytes: 64 * 1024, types: ['application/json'] },
    reply: z.object({ received: z.literal(true) }),
  },
  'POST /api/demo-bank/tokenise-card': {
    access: 'public',
    summary: 'The embedded provider’s card form: takes a test card and answers a token for it.',
    body: z.strictObject({
      number: z
        .string()
        .max(30)
        .transform((text) => text.replaceAll(/[ -]/g, ''))
        .pipe(z.string().regex(/^\d{12,19}$/, says('checkCardNumber'))),
      expiresMonth: z.int().min(1, says('month')).max(12, says('month')),
      expiresYear: z.int().min(2000, says('year')).max(2100, says('year')),
      cvc: z.string().regex(/^\d{3,4}$/, says('cardCodeDigits')),
    }),
    reply: z.object({ setupToken: z.string() }),
    callsPerMinute: 20,
  },
  'GET /api/market-payments': {
    access: 'operator',
    summary: 'All customers’ payments, newest first, a page at a time.',
    query: z.object({ ...page, state: paymentState.optional() }),
    reply: z.object({
      payments: z.array(paymentSummary.extend({ customerName: z.string() })),
      nextCursor: z.string().nullable(),
    }),
  },
  'POST /api/refund-payment': {
    access: 'operator',
    summary: 'Gives money back to a customer, whole or in part, never more than was paid.',
    body: z.strictObject({
      paymentId: id<PaymentId>(),
      /** Absent: all that is left. */
      amountCents: z
        .int(says('wholeCents'))
        .min(1, says('amountAboveZero'))
        .max(100_000_000, says('moreThanAnyPayment'))
        .optional(),
      reason: line(300),
      /** Takes the crews’ share of it back, too. */
      clawsBackCrewPay: z.boolean().default(false),
    }),
    reply: z.object({
      refundId: id<RefundId>(),
      state: z.enum(['pending', 'succeeded', 'failed']),
      amountCents,
      refundedCents: amountCents,
    }),
  },
})
