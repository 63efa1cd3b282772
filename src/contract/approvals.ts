/** What waits for a second person, because it is more than one may give back alone. */
import { z } from 'zod'
import type { ApprovalId, DisputeId, PaymentId, UserId } from '#domain/ids.ts'
import { APPROVAL_KINDS, APPROVAL_STATES, APPROVAL_STEPS } from '#domain/staff/second-person.ts'
import { defineEndpoints } from './endpoint.ts'
import { says } from './sentences.ts'
import { amountCents, id, line, moment, notes } from './shapes.ts'

const amount = z
  .int(says('wholeCents'))
  .min(1, says('amountAboveZero'))
  .max(100_000_000, says('moreThanAnyPayment'))

const person = z.object({ id: id<UserId>(), name: z.string() })

const approval = z.object({
  id: id<ApprovalId>(),
  kind: z.enum(APPROVAL_KINDS),
  state: z.enum(APPROVAL_STATES),
  customer: person,
  paymentId: id<PaymentId>().nullable(),
  disputeId: id<DisputeId>().nullable(),
  amountCents,
  takesBackCrewPay: z.boolean(),
  reason: z.string(),
  askedBy: person,
  askedAt: moment,
  expiresAt: moment,
  decidedBy: person.nullable(),
  decidedAt: moment.nullable(),
  note: z.string(),
  timeZone: z.string(),
  /** What the reader may do with it now. */
  steps: z.array(z.enum(APPROVAL_STEPS)),
})

export const approvals = defineEndpoints({
  'POST /api/ask-approval': {
    access: 'operator',
    capability: 'refund',
    needsFreshPassword: true,
    summary:
      'Asks a second person for what is more than one may give back alone: tried out first, so that what can’t be done is refused now.',
    body: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('refund'),
        paymentId: id<PaymentId>(),
        /** Absent: all that is left. */
        amountCents: amount.optional(),
        reason: line(300),
        clawsBackCrewPay: z.boolean().default(false),
      }),
      z.strictObject({
        kind: z.literal('credit'),
        customerId: id<UserId>(),
        amountCents: amount,
        reason: line(300),
      }),
      z.strictObject({
        kind: z.literal('dispute'),
        disputeId: id<DisputeId>(),
        amountCents: amount.optional(),
        note: line(2_000),
        takesBackCrewPay: z.boolean().default(false),
      }),
      z.strictObject({ kind: z.literal('fraud_warning'), warningId: line(100), reason: line(300) }),
    ]),
    reply: z.object({ approvalId: id<ApprovalId>(), amountCents }),
  },
  'GET /api/approval': {
    access: 'operator',
    capability: 'see_money',
    summary: 'What waits for a second person, or how it was decided.',
    query: z.object({ id: id<ApprovalId>() }),
    reply: approval,
  },
  'GET /api/payment-approvals': {
    access: 'operator',
    capability: 'see_money',
    summary: 'What second persons were asked about one payment, latest first.',
    query: z.object({ paymentId: id<PaymentId>() }),
    reply: z.object({ approvals: z.array(approval) }),
  },
  'POST /api/decide-approval': {
    access: 'operator',
    capability: 'refund',
    needsFreshPassword: true,
    summary:
      'Approves what somebody else asked for, which is done at once; declines it with a reason; or takes back what one asked for oneself.',
    body: z.strictObject({
      approvalId: id<ApprovalId>(),
      step: z.enum(APPROVAL_STEPS),
      note: notes(300).default(''),
    }),
    reply: z.object({ state: z.enum(APPROVAL_STATES) }),
    isShedLast: true,
  },
})
