/** What crews are paid: earnings, payouts, the account that the money goes to. */
import { z } from 'zod'
import type { PayoutId, UserId, VisitId } from '#domain/ids.ts'
import { PAYOUT_ASKS, STOP_REASONS } from '#domain/payouts/account.ts'
import { defineEndpoints } from './endpoint.ts'
import { says } from './sentences.ts'
import { amountCents, cursor, day, id, letterhead, line, mergedAccount, moment } from './shapes.ts'

/** `returned`: the bank did not take it; the money is kept for the crew and goes out again when the account is good. */
const payoutState = z.enum(['sending', 'in_transit', 'paid', 'returned', 'failed'])

const payoutSummary = z.object({
  id: id<PayoutId>(),
  periodStart: day,
  periodEnd: day,
  payoutKind: z.enum(['weekly', 'instant', 'commission']),
  state: payoutState,
  amountCents,
  feeCents: amountCents,
  failure: z.string().nullable(),
  createdAt: moment,
  /** When it left us, when the bank has it by its word, and when it had it. */
  sentAt: moment.nullable(),
  arrivesAt: moment.nullable(),
  paidAt: moment.nullable(),
  /** Our side is late with it; nothing is wrong with the crew. */
  isDelayed: z.boolean(),
})

const earningKind = z.enum(['visit', 'tip', 'clawback', 'adjustment', 'partner', 'commission'])

/**
 * `bank_returned`, `account_blocked`: the crew mends it with its payout account. `account_frozen`: it writes to us.
 * `delayed`: we are late; nobody has to do anything.
 */
const payProblem = z.enum([
  'no_payout_account',
  'account_blocked',
  'bank_returned',
  'account_frozen',
  'delayed',
])

/** Where the money of one piece of work stands, from done to in the bank. */
const payStep = z.enum(['earned', 'available', 'sending', 'in_transit', 'in_bank', 'returned'])

/** The other half of `GET /api/payment`: what a crew was paid for. */
export const statement = payoutSummary.extend({
  kind: z.literal('statement'),
  crewName: z.string(),
  letterhead,
  lines: z.array(
    z.object({
      kind: earningKind,
      visitId: id<VisitId>().nullable(),
      date: day,
      /** In the reader's language. */
      serviceName: z.string().nullable(),
      placeName: z.string().nullable(),
      /** Who gave a tip, by first name. */
      fromName: z.string().nullable(),
      amountCents,
    }),
  ),
  earnedCents: amountCents,
})

const payoutAsk = z.enum(PAYOUT_ASKS)
const stopReason = z.enum(STOP_REASONS)

/** Why money waits although it could go. */
const waitsFor = z.enum(['no_payout_account', 'account_frozen', 'below_minimum', 'nothing_available'])

const page = { cursor: cursor.optional(), limit: z.coerce.number().int().min(1).max(100).default(25) }

const linkToken = z.string().regex(/^[A-Za-z0-9_-]{32}$/, says('linkNotComplete'))

export const payouts = defineEndpoints({
  'GET /api/crew-payments': {
    access: 'crew',
    summary: 'Earnings week by week, what is pending, available and paid, and the next payout.',
    /** `account`: of an account that was merged into this one, where what it was paid stays. */
    query: z.object({ ...page, account: id<UserId>().optional() }),
    reply: z.object({
      /** Whose earnings these are; null for its own. */
      account: mergedAccount.nullable(),
      accounts: z.array(mergedAccount),
      pendingCents: amountCents,
      availableCents: amountCents,
      /** On its way to the account. */
      sendingCents: amountCents,
      /** Owed after refunds; taken off the next payouts. */
      debtCents: amountCents,
      paidCents: amountCents,
      nextPayout: z.object({ paysAt: moment, amountCents, waitsFor: waitsFor.nullable() }),
      /** What a payout at once would be; null where there can be none now. */
      instantPayout: z.object({ grossCents: amountCents, feeCents: amountCents, amountCents }).nullable(),
      /** The newest pieces of work, each with where its money stands. */
      ladder: z.array(
        z.object({
          id: z.string(),
          kind: earningKind,
          visitId: id<VisitId>().nullable(),
          date: day,
          /** In the reader's language. */
          serviceName: z.string().nullable(),
          placeName: z.string().nullable(),
          fromName: z.string().nullable(),
          amountCents,
          step: payStep,
          earnedAt: moment,
          /** When it can be paid out at the latest: its customer's payment may bring that forward. */
          availableAt: moment,
          sentAt: moment.nullable(),
          arrivesAt: moment.nullable(),
          inBankAt: moment.nullable(),
          /** Why it does not go on, and whose turn it is. */
          problem: payProblem.nullable(),
        }),
      ),
      weeks: z.array(
        z.object({
          weekStart: day,
          visitCount: z.int(),
          earnedCents: amountCents,
          pendingCents: amountCents,
          availableCents: amountCents,
          sentCents: amountCents,
          paidCents: amountCents,
          /** Of what was earned. */
          tipCents: amountCents,
          /** With which payouts the week goes out, in their order; they add up to what was earned. */
          payouts: z.array(
            z.object({
              payoutId: id<PayoutId>().nullable(),
              paysOn: day,
              /** `next` and `later` are still to come. */
              state: z.enum(['paid', 'sent', 'next', 'later']),
              amountCents,
            }),
          ),
        }),
      ),
      payouts: z.array(payoutSummary),
      nextCursor: z.string().nullable(),
    }),
  },
  'GET /api/payout-account': {
    access: 'any',
    summary: 'Whether money can be sent to me, and what the provider still asks.',
    reply: z.object({
      state: z.enum(['none', 'pending', 'ready', 'restricted']),
      /** What the provider still asks, in its own keys. */
      requirements: z.array(z.string()),
      /** The same in kinds that have words of their own. */
      asks: z.array(payoutAsk),
      /** When payouts stop unless it is answered. */
      deadline: moment.nullable(),
      /** Why they were stopped; null while they go on. */
      stoppedBecause: stopReason.nullable(),
      bank: z.object({ name: z.string(), last4: z.string(), canBePaidInstantly: z.boolean() }).nullable(),
    }),
  },
  'POST /api/connect-payout-account': {
    access: 'any',
    needsFreshPassword: true,
    summary: 'A single-use page of the provider that asks what it must know before it pays.',
    body: z.object({}),
    reply: z.object({ url: z.string() }),
    callsPerMinute: 20,
  },
  'POST /api/request-instant-payout': {
    access: 'crew',
    isShedLast: true,
    refusesFrozen: true,
    summary: 'Sends everything that is available at once, for a fee.',
    body: z.object({}),
    reply: z.object({
      payoutId: id<PayoutId>(),
      state: payoutState,
      amountCents,
      feeCents: amountCents,
    }),
    callsPerMinute: 20,
  },
  'POST /api/withdraw-commission': {
    access: 'any',
    refusesFrozen: true,
    needsFreshPassword: true,
    summary: 'Sends commissions to my bank: by themselves, or (crews) with the next pay.',
    body: z.strictObject({
      amountCents: amountCents.positive(says('wholeCents')),
      how: z.enum(['alone', 'with_payout']),
    }),
    reply: z.object({ payoutId: id<PayoutId>().nullable() }),
    callsPerMinute: 20,
    isShedLast: true,
  },
  'POST /api/demo-bank/get-payout-link': {
    access: 'public',
    summary: 'The embedded provider: whether its link can still be used. Uses nothing up.',
    body: z.strictObject({ link: linkToken }),
    reply: z.object({ ok: z.literal(true) }),
    callsPerMinute: 30,
  },
  'POST /api/demo-bank/answer-payout-questions': {
    access: 'public',
    summary: 'The embedded provider: answers its questions about who is paid and where to.',
    body: z.strictObject({
      link: linkToken,
      legalName: line(120),
      routingNumber: z
        .string()
        .regex(/^\d{9}$/, says('routingNumberDigits'))
        .refine(isRoutingNumber, says('checkRoutingNumber')),
      accountNumber: z.string().regex(/^\d{4,17}$/, says('accountNumberDigits')),
    }),
    reply: z.object({ returnUrl: z.string() }),
    callsPerMinute: 20,
  },
  'GET /api/market-payouts': {
    access: 'operator',
    capability: 'see_money',
    summary: 'All crews’ payouts, newest first, a page at a time.',
    query: z.object({ ...page, state: payoutState.optional() }),
    reply: z.object({
      payouts: z.array(payoutSummary.extend({ crewName: z.string() })),
      nextCursor: z.string().nullable(),
    }),
  },
})

/** The check digit of an ABA routing number: 3, 7, 1 by turns. */
export function isRoutingNumber(digits: string): boolean {
  const weights = [3, 7, 1]
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * weights[index % 3]!, 0)
  return sum > 0 && sum % 10 === 0
}
