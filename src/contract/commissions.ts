/** What sponsors earn for those whom they brought. */
import { z } from 'zod'
import type { CommissionId } from '#domain/ids.ts'
import { defineEndpoints } from './endpoint.ts'
import { amountCents, cursor, id, moment } from './shapes.ts'

export const commissions = defineEndpoints({
  'GET /api/commissions': {
    access: 'any',
    summary: 'My code and link, who came by it, and what I earned.',
    query: z.object({
      cursor: cursor.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(25),
    }),
    reply: z.object({
      code: z.string(),
      link: z.string(),
      pendingCents: amountCents,
      availableCents: amountCents,
      earnedCents: amountCents,
      reversedCents: amountCents,
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
      commissions: z.array(
        z.object({
          id: id<CommissionId>(),
          firstName: z.string(),
          kind: z.enum(['customer', 'crew']),
          amountCents,
          reversedCents: amountCents,
          state: z.enum(['pending', 'available', 'reversed']),
          earnedAt: moment,
          availableAt: moment,
        }),
      ),
      nextCursor: z.string().nullable(),
    }),
  },
})
