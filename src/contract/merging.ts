/** Two accounts of one customer, or of one crew, become one: who may be the other one, what would move, and the merge itself. */
import { z } from 'zod'
import { MERGE_SIDES } from '#domain/accounts/merging.ts'
import type { UserId } from '#domain/ids.ts'
import { REFUSAL_REASONS } from '#domain/refusals.ts'
import { defineEndpoints } from './endpoint.ts'
import { amountCents, done, id, line, moment } from './shapes.ts'

/** By what two accounts look like one person's. */
const LIKENESSES = ['email', 'phone', 'card', 'bank', 'name'] as const

const method = z.object({ brand: z.string(), last4: z.string() })

const account = z.object({
  id: id<UserId>(),
  name: z.string(),
  /** Empty where it has none. */
  email: z.string(),
  phone: z.string().nullable(),
  createdAt: moment,
  /** What pays a customer's bills, or the bank account to which a crew is paid. */
  method: method.nullable(),
})

const side = z.enum(MERGE_SIDES)
const pair = { keptId: id<UserId>(), closedId: id<UserId>() }

export const merging = defineEndpoints({
  'GET /api/merge-candidates': {
    access: 'operator',
    capability: 'support',
    summary:
      'Customers, or crews, of the market who look like the same person: one email, phone, card, bank account or name.',
    query: z.object({ id: id<UserId>() }),
    reply: z.object({ people: z.array(account.extend({ alike: z.array(z.enum(LIKENESSES)) })) }),
  },
  'GET /api/account-merge': {
    access: 'operator',
    capability: 'support',
    summary: 'What merging two accounts would move, and what has to be settled first.',
    query: z.object(pair),
    reply: z.object({
      type: z.enum(['Customer', 'Crew', 'Operator']),
      kept: account,
      closed: account,
      /** What moves to the account that stays of a customer. */
      moves: z.object({
        places: z.int(),
        weeklyJobs: z.int(),
        visitsToCome: z.int(),
        visits: z.int(),
        orders: z.int(),
        payments: z.int(),
      }),
      /** And of a crew, with what it was paid, which stays; null for customers. */
      crew: z
        .object({
          /** Days of weekly jobs that it holds. */
          weeklyStops: z.int(),
          visitsToCome: z.int(),
          visits: z.int(),
          openOffers: z.int(),
          ratings: z.int(),
          /** Customers who marked it as a favorite, or chose it for a place. */
          wishedBy: z.int(),
          payouts: z.int(),
          paidCents: amountCents,
        })
        .nullable(),
      /** All that stands in the way, in the order in which to settle it. */
      hindrances: z.array(z.object({ reason: z.enum(REFUSAL_REASONS), sentence: z.string() })),
    }),
  },
  'POST /api/merge-accounts': {
    access: 'operator',
    capability: 'support',
    needsFreshPassword: true,
    callsPerMinute: 10,
    summary:
      'Moves everything of one account to the other and closes it; both addresses are notified, the log has it, and nothing undoes it.',
    body: z.strictObject({
      ...pair,
      /** Whose value the account that stays has then. */
      name: side,
      phone: side,
      email: side,
      method: side,
      /** Why, for the log. */
      reason: line(300),
    }),
    reply: done,
  },
})
