/** The books: balances, and the proof that they agree with the payment provider. */
import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { amountCents, moment } from './shapes.ts'

export const ledger = defineEndpoints({
  'GET /api/ledger-balances': {
    access: 'operator',
    summary: 'The balance of every kind of account; all together they are zero.',
    reply: z.object({
      accounts: z.array(
        z.object({
          kind: z.string(),
          side: z.enum(['debit', 'credit']),
          balanceCents: amountCents,
          accountCount: z.int(),
        }),
      ),
      sumCents: amountCents,
      journalCount: z.int(),
      lastJournalAt: moment.nullable(),
    }),
  },
  'POST /api/run-reconcile': {
    access: 'operator',
    summary: 'Compares every payment, refund, payout, commission and fee with the books and the provider.',
    body: z.object({}),
    reply: z.object({
      isBalanced: z.boolean(),
      checks: z.array(z.object({ name: z.string(), count: z.int(), amountCents, differenceCount: z.int() })),
      /** At most 200 of them. */
      differences: z.array(z.object({ check: z.string(), subject: z.string(), sentence: z.string() })),
      ranAt: moment,
    }),
    callsPerMinute: 6,
  },
})
