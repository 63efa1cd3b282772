/** The books: balances. */
import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { amountCents, moment } from './shapes.ts'

export const ledger = defineEndpoints({
  'GET /api/ledger-balances': {
    access: 'operator',
    capability: 'see_money',
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
})
