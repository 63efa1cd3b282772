/** The pages of operators for one payment and one payout: what the paper does not say, and what can be done with it. */
import { z } from 'zod'
import type { ChargebackId, InvoiceId, PaymentId, PayoutId, RefundId, UserId } from '#domain/ids.ts'
import { defineEndpoints } from './endpoint.ts'
import { amountCents, done, id, moment } from './shapes.ts'

const person = z.object({ id: id<UserId>(), name: z.string(), phone: z.string().nullable() })

const PAYMENT_ACTS = ['refund', 'write_off', 'send_receipt'] as const
export type PaymentAct = (typeof PAYMENT_ACTS)[number]

export const moneyDesk = defineEndpoints({
  'GET /api/operator-payment': {
    access: 'operator',
    capability: 'see_money',
    summary:
      'Of a payment what its receipt does not say: whose it is, each try, hold, refund and chargeback with the provider’s id, and what can be done.',
    query: z.object({ id: id<PaymentId>() }),
    reply: z.object({
      id: id<PaymentId>(),
      number: z.string(),
      paymentKind: z.string(),
      timeZone: z.string(),
      customer: person,
      providerId: z.string().nullable(),
      invoice: z.object({ id: id<InvoiceId>(), number: z.string() }).nullable(),
      acts: z.array(z.enum(PAYMENT_ACTS)),
      attempts: z.array(
        z.object({
          number: z.int(),
          state: z.enum(['asked', 'succeeded', 'failed']),
          isRetry: z.boolean(),
          amountCents,
          feeCents: amountCents.nullable(),
          declineCode: z.string().nullable(),
          providerId: z.string().nullable(),
          at: moment,
        }),
      ),
      holds: z.array(
        z.object({
          number: z.int(),
          state: z.string(),
          amountCents,
          declineCode: z.string().nullable(),
          providerId: z.string().nullable(),
          at: moment,
          expiresAt: moment.nullable(),
        }),
      ),
      refunds: z.array(
        z.object({
          id: id<RefundId>(),
          state: z.enum(['pending', 'succeeded', 'failed']),
          amountCents,
          creditCents: amountCents,
          reason: z.string(),
          failure: z.string().nullable(),
          providerId: z.string().nullable(),
          isFromProvider: z.boolean(),
          at: moment,
        }),
      ),
      chargebacks: z.array(
        z.object({
          id: id<ChargebackId>(),
          state: z.enum(['needs_evidence', 'under_review', 'won', 'lost']),
          isReturn: z.boolean(),
          amountCents,
          feeCents: amountCents.nullable(),
          reason: z.string(),
          providerId: z.string(),
          at: moment,
        }),
      ),
    }),
  },
  'GET /api/operator-payout': {
    access: 'operator',
    capability: 'see_money',
    summary:
      'Of a payout what its statement does not say: whose it is, the account, each transfer with the provider’s id, its journals, and whether it can be tried again.',
    query: z.object({ id: id<PayoutId>() }),
    reply: z.object({
      id: id<PayoutId>(),
      number: z.string(),
      timeZone: z.string(),
      payee: person.extend({ type: z.enum(['Crew', 'Customer', 'Operator']) }),
      account: z.enum(['none', 'pending', 'ready', 'restricted']),
      providerAccountId: z.string(),
      providerId: z.string().nullable(),
      failure: z.string().nullable(),
      canRetry: z.boolean(),
      transfers: z.array(
        z.object({
          number: z.int(),
          state: z.string(),
          amountCents,
          reversedCents: amountCents,
          providerId: z.string().nullable(),
          /** The payment whose charge it comes out of; null out of our own balance. */
          paymentId: id<PaymentId>().nullable(),
        }),
      ),
      journals: z.array(z.object({ key: z.string(), kind: z.string(), at: moment, amountCents })),
    }),
  },
  'POST /api/send-receipt': {
    access: 'operator',
    capability: 'support',
    summary: 'Mails a customer the receipt of a payment once more, with the paper.',
    body: z.strictObject({ paymentId: id<PaymentId>() }),
    reply: done,
  },
  'POST /api/retry-payout': {
    access: 'operator',
    capability: 'money',
    needsFreshPassword: true,
    summary:
      'Tries a payout again: one under way or returned is asked about at once, for one that failed a new one is made of what is available.',
    body: z.strictObject({ payoutId: id<PayoutId>() }),
    reply: z.object({ payoutId: id<PayoutId>() }),
    isShedLast: true,
  },
})
