/** What a customer owes, what comes next, and the year as a table. */
import { z } from 'zod'
import { card } from './cards.ts'
import { creditChange } from './corrections.ts'
import { defineEndpoints } from './endpoint.ts'
import { paymentSummary } from './payments.ts'
import { amountCents, moment } from './shapes.ts'

export const billing = defineEndpoints({
  'GET /api/billing': {
    access: 'customer',
    summary: 'What is due, what the next charge will be, and the card.',
    reply: z.object({
      dueCents: amountCents,
      duePayments: z.array(paymentSummary),
      nextCharge: z.object({
        chargesAt: moment,
        visitCount: z.int(),
        subtotalCents: amountCents,
        couponCents: amountCents,
        taxCents: amountCents,
        totalCents: amountCents,
      }),
      card: card.nullable(),
      /** On file beside the one that pays bills. */
      otherMethod: card.nullable(),
      isServicePaused: z.boolean(),
      /** Pays what is due, and the next bills, before the card does. */
      creditCents: amountCents,
      /** Given and taken by hand; the newest ten. */
      creditChanges: z.array(creditChange),
    }),
  },
})
