/** Shapes of a card, shared by whatever takes or shows one. */
import { z } from 'zod'
import { says } from './sentences.ts'

export const card = z.object({
  brand: z.string(),
  last4: z.string(),
  expiresMonth: z.int(),
  expiresYear: z.int(),
  isExpired: z.boolean(),
})

/** Stands for card details that the provider's own form took; our server never sees the number. */
export const setupToken = z.string().regex(/^[A-Za-z0-9_-]{8,200}$/, says('enterCardAgain'))

/** What opens something without a password: 32 random bytes in base64url. */
export const oneTimeToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/, says('linkNotComplete'))
