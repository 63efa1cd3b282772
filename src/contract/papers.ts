/** What people keep, file and forward: papers of what a screen shows. */
import { z } from 'zod'
import type { PaymentId, PayoutId } from '#domain/ids.ts'
import { defineEndpoints } from './endpoint.ts'
import { done, id } from './shapes.ts'

export const papers = defineEndpoints({
  'GET /api/receipt-pdf': {
    access: 'any',
    summary: 'One customer’s receipt as PDF, for whoever sees it as a page.',
    query: z.object({ id: id<PaymentId>() }),
    repliesFile: true,
    reply: z.unknown(),
    callsPerMinute: 60,
  },
  'GET /api/statement-pdf': {
    access: 'any',
    summary: 'One crew’s statement of a payout as PDF, for whoever sees it as a page.',
    query: z.object({ id: id<PayoutId>() }),
    repliesFile: true,
    reply: z.unknown(),
    callsPerMinute: 60,
  },
  'GET /api/paper-preferences': {
    access: 'customer',
    summary: 'Which papers come by mail.',
    reply: z.object({ mailsReceipts: z.boolean() }),
  },
  'POST /api/save-paper-preferences': {
    access: 'customer',
    summary: 'Whether each receipt’s mail brings it as PDF.',
    body: z.strictObject({ mailsReceipts: z.boolean() }),
    reply: done,
  },
})
