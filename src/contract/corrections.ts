/** What operators correct by hand: customers' credit, and payments that nobody will pay. */
import { z } from 'zod'
import type { CreditChangeId, PaymentId, UserId } from '#domain/ids.ts'
import { CREDIT_CHANGE_KINDS } from '#domain/ledger/corrections.ts'
import { defineEndpoints } from './endpoint.ts'
import { says } from './sentences.ts'
import { amountCents, cursor, day, id, line, moment } from './shapes.ts'

const MOST_CENTS = 100_000_000

const change = {
  customerId: id<UserId>(),
  kind: z.enum(CREDIT_CHANGE_KINDS),
  amountCents: z
    .int(says('wholeCents'))
    .min(1, says('amountAboveZero'))
    .max(MOST_CENTS, says('moreThanAnyPayment')),
}

const reason = line(300)

/** As its customer sees it. */
export const creditChange = z.object({
  id: id<CreditChangeId>(),
  kind: z.enum(CREDIT_CHANGE_KINDS),
  amountCents,
  reason: z.string(),
  at: moment,
})

const writeOffEffect = z.object({
  paymentId: id<PaymentId>(),
  customerId: id<UserId>(),
  customerName: z.string(),
  periodStart: day,
  periodEnd: day,
  /** What nobody will pay; becomes bad debt. */
  amountCents,
  /** When the card would have been tried next. */
  nextAttemptAt: moment.nullable(),
  /** Whether the weekly jobs stand still by now because of what was not paid. */
  isServicePaused: z.boolean(),
})

export const corrections = defineEndpoints({
  'POST /api/find-credit-customers': {
    access: 'operator',
    capability: 'see_money',
    summary: 'Customers of the market by a part of their name or address, with their credit.',
    body: z.strictObject({ search: z.string().trim().max(100) }),
    reply: z.object({
      customers: z.array(
        z.object({ id: id<UserId>(), name: z.string(), email: z.string(), creditCents: amountCents }),
      ),
    }),
  },
  'POST /api/preview-credit-change': {
    access: 'operator',
    capability: 'see_money',
    summary: 'What giving or taking credit would do: the credit afterwards, and what it pays at once.',
    body: z.strictObject(change),
    reply: z.object({
      customerName: z.string(),
      creditBeforeCents: amountCents,
      /** Before any of it pays what is due. */
      creditAfterCents: amountCents,
      pays: z.array(
        z.object({
          paymentId: id<PaymentId>(),
          periodStart: day,
          periodEnd: day,
          amountCents,
          leftCents: amountCents,
        }),
      ),
      /** What may still be given at once, by the limits in the settings. */
      mostToGiveCents: amountCents,
    }),
  },
  'POST /api/change-credit': {
    access: 'operator',
    capability: 'refund',
    needsFreshPassword: true,
    summary: 'Gives a customer credit, or takes some back, with the reason that the customer reads.',
    body: z.strictObject({ ...change, reason }),
    reply: z.object({ creditChangeId: id<CreditChangeId>(), creditCents: amountCents }),
    isShedLast: true,
  },
  'GET /api/credit-changes': {
    access: 'operator',
    capability: 'see_money',
    summary: 'Credit that was given and taken by hand in the market, newest first.',
    query: z.object({
      cursor: cursor.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(25),
    }),
    reply: z.object({
      changes: z.array(
        creditChange.extend({
          customerId: id<UserId>(),
          customerName: z.string(),
          operatorName: z.string(),
        }),
      ),
      nextCursor: z.string().nullable(),
    }),
  },
  'POST /api/preview-write-off': {
    access: 'operator',
    capability: 'see_money',
    summary: 'What writing a payment off would do.',
    body: z.strictObject({ paymentId: id<PaymentId>() }),
    reply: writeOffEffect,
  },
  'POST /api/write-off-payment': {
    access: 'operator',
    capability: 'money',
    needsFreshPassword: true,
    summary: 'Writes an unpaid payment off as bad debt: it is tried no more and can never be paid.',
    body: z.strictObject({
      paymentId: id<PaymentId>(),
      reason,
      /** Whether the weekly jobs go on; else they stand still until an operator lets them go on. */
      keepsService: z.boolean(),
    }),
    reply: z.object({ ok: z.literal(true), amountCents }),
    isShedLast: true,
  },
  'POST /api/resume-service': {
    access: 'operator',
    capability: 'support',
    summary: 'Lets the weekly jobs of a customer go on that stand still because of payments written off.',
    body: z.strictObject({ customerId: id<UserId>() }),
    reply: z.object({ ok: z.literal(true) }),
  },
})
