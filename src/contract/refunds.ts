/** Money back to customers. */
import { z } from 'zod'
import type { PaymentId, RefundId } from '#domain/ids.ts'
import { defineEndpoints } from './endpoint.ts'
import { says } from './sentences.ts'
import { amountCents, cursor, id, line, moment } from './shapes.ts'

const refundResult = z.object({
  refundId: id<RefundId>(),
  state: z.enum(['pending', 'succeeded', 'failed']),
  amountCents,
  /** Of the amount, what became credit again because credit had paid it. */
  creditCents: amountCents,
  refundedCents: amountCents,
})

export const refunds = defineEndpoints({
  'POST /api/refund-payment': {
    access: 'operator',
    isShedLast: true,
    capability: 'refund',
    needsFreshPassword: true,
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
    reply: refundResult,
  },
  'POST /api/retry-refund': {
    access: 'operator',
    capability: 'refund',
    needsFreshPassword: true,
    summary: 'Gives a refund that failed once more: to the card, or as credit.',
    body: z.strictObject({ refundId: id<RefundId>(), to: z.enum(['card', 'credit']) }),
    reply: refundResult,
    isShedLast: true,
  },
  'GET /api/failed-refunds': {
    access: 'operator',
    capability: 'see_money',
    summary:
      'Refunds that no bank took and that were not given another way yet, oldest first, a page at a time.',
    query: z.object({ cursor: cursor.optional() }),
    reply: z.object({
      refunds: z.array(
        z.object({
          id: id<RefundId>(),
          paymentId: id<PaymentId>(),
          customerName: z.string(),
          amountCents,
          reason: z.string(),
          failure: z.string(),
          failedAt: moment,
        }),
      ),
      nextCursor: z.string().nullable(),
      /** On all pages together. */
      totalCount: z.int(),
    }),
  },
})
