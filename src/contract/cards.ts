/** Shapes of a card or a bank account, shared by whatever takes or shows one. */
import { z } from 'zod'
import { says } from './sentences.ts'

export const card = z.object({
  kind: z.enum(['card', 'bank_account']),
  brand: z.string(),
  last4: z.string(),
  /** Null for a bank account. */
  expiresMonth: z.int().nullable(),
  expiresYear: z.int().nullable(),
  isExpired: z.boolean(),
})

/** Stands for card details that the provider's own form took; our server never sees the number. */
export const setupToken = z.string().regex(/^[A-Za-z0-9_-]{8,200}$/, says('enterCardAgain'))

/** What opens something without a password: 32 random bytes in base64url. */
export const oneTimeToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/, says('linkNotComplete'))

/** What the customer's browser must still do with the provider's own script: answer the bank's question. */
export const nextAction = z.object({ clientSecret: z.string() })
