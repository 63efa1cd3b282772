/** What sponsors earn for those whom they brought, and what they do with it. */
import { z } from 'zod'
import { SHARED_TRAITS } from '#domain/commissions/identity.ts'
import type { CommissionId, CommissionSpendingId, UserId } from '#domain/ids.ts'
import { defineEndpoints } from './endpoint.ts'
import { says } from './sentences.ts'
import { amountCents, cursor, day, id, line, moment } from './shapes.ts'

const page = { cursor: cursor.optional(), limit: z.coerce.number().int().min(1).max(100).default(25) }

const commissionState = z.enum([
  'pending',
  'parked',
  'available',
  'spent',
  'on_its_way',
  'in_bank',
  'returned',
  'reversed',
])

/** Why something of a commission went back. `refusal`: sponsor and newcomer share what no two people do. */
const reversedBy = z.enum(['refund', 'chargeback', 'refusal'])

const spending = z.object({
  id: id<CommissionSpendingId>(),
  kind: z.enum(['credit', 'with_payout', 'withdrawal']),
  amountCents,
  state: z.enum(['used', 'waiting', 'on_its_way', 'in_bank', 'returned', 'undone']),
  spentAt: moment,
  /** When the bank has it by its word, and when it had it. */
  arrivesAt: moment.nullable(),
  paidAt: moment.nullable(),
})

const wantedCents = amountCents.positive(says('wholeCents'))

const reviewState = z.enum(['parked', 'refused', 'approved'])

export const commissions = defineEndpoints({
  'GET /api/commissions': {
    access: 'any',
    summary: 'My code and link, who came by it, what I earned and what became of it.',
    query: z.object(page),
    reply: z.object({
      code: z.string(),
      link: z.string(),
      /** The rules as they are set now. */
      rules: z.object({
        customerBasisPoints: z.int(),
        crewBasisPoints: z.int(),
        months: z.int(),
        maturityDays: z.int(),
        withdrawalMinimumCents: amountCents,
      }),
      pendingCents: amountCents,
      /** What an operator looks at first. */
      parkedCents: amountCents,
      /** What can be spent. Below zero where more was taken back than was left: the next commissions pay it off. */
      availableCents: amountCents,
      earnedCents: amountCents,
      reversedCents: amountCents,
      spentCents: amountCents,
      withdrawnCents: amountCents,
      payoutAccount: z.object({
        state: z.enum(['none', 'pending', 'ready', 'restricted']),
        bank: z.object({ name: z.string(), last4: z.string() }).nullable(),
      }),
      broughtCount: z.int(),
      /** First names only; the newest 50. */
      brought: z.array(
        z.object({
          firstName: z.string(),
          type: z.enum(['Customer', 'Crew']),
          since: moment,
          earnedCents: amountCents,
        }),
      ),
      /** The newest 20. */
      spendings: z.array(spending),
      commissions: z.array(
        z.object({
          id: id<CommissionId>(),
          firstName: z.string(),
          kind: z.enum(['customer', 'crew']),
          amountCents,
          reversedCents: amountCents,
          usedCents: amountCents,
          state: commissionState,
          reversedBy: z.array(reversedBy),
          earnedAt: moment,
          availableAt: moment,
        }),
      ),
      nextCursor: z.string().nullable(),
    }),
  },
  'GET /api/commission-statement': {
    access: 'any',
    summary: 'What I earned, spent and had taken back in a month, with the balance before and after.',
    query: z.object({ month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, says('day')) }),
    reply: z.object({
      month: z.string(),
      from: day,
      until: day,
      openingCents: amountCents,
      closingCents: amountCents,
      /** At most 1,000. */
      lines: z.array(
        z.object({
          at: moment,
          kind: z.enum(['earned', 'reversed', 'restored', 'used', 'withdrawn', 'undone']),
          firstName: z.string().nullable(),
          amountCents,
        }),
      ),
    }),
  },
  'GET /api/invitation-code': {
    access: 'any',
    summary: 'My invitation link as a QR code, drawn as one path of a square.',
    query: z.object({}),
    reply: z.object({ link: z.string(), size: z.int(), path: z.string() }),
  },
  'POST /api/use-commission': {
    access: 'customer',
    summary: 'Turns commissions into credit, which pays what I owe before any card does.',
    body: z.strictObject({ amountCents: wantedCents }),
    reply: z.object({ ok: z.literal(true) }),
    callsPerMinute: 20,
  },
  'GET /api/referral-reviews': {
    access: 'operator',
    capability: 'see',
    summary: 'Sponsorships of the market in which something is shared, newest first, a page at a time.',
    query: z.object({ ...page, state: reviewState.default('parked') }),
    reply: z.object({
      reviews: z.array(
        z.object({
          broughtId: id<UserId>(),
          broughtName: z.string(),
          broughtEmail: z.string(),
          broughtType: z.string(),
          sponsorId: id<UserId>(),
          sponsorName: z.string(),
          sponsorEmail: z.string(),
          state: reviewState,
          reasons: z.array(z.enum(SHARED_TRAITS)),
          foundAt: moment,
          decidedAt: moment.nullable(),
          /** Null where the rule decided by itself. */
          decidedByName: z.string().nullable(),
          note: z.string(),
          /** Earned and not paid; paid already; given back because it was refused. */
          unpaidCents: amountCents,
          paidCents: amountCents,
          refusedCents: amountCents,
        }),
      ),
      nextCursor: z.string().nullable(),
    }),
  },
  'POST /api/decide-referral': {
    access: 'operator',
    capability: 'support',
    summary: 'Lets a sponsorship pass, or refuses it; commissions that were not paid yet go back.',
    body: z.strictObject({
      broughtId: id<UserId>(),
      decision: z.enum(['approve', 'refuse']),
      seenState: reviewState,
      note: line(500),
    }),
    reply: z.object({ ok: z.literal(true) }),
  },
})
