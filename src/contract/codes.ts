/** Signing in without a password: by a code that is sent to a phone or a mailbox. */
import { z } from 'zod'
import { CODE } from '#domain/commissions/attribution.ts'
import { LANGUAGES } from '#domain/language.ts'
import { defineEndpoints } from './endpoint.ts'
import { says } from './sentences.ts'
import { done, email, line } from './shapes.ts'

/** 256 random bits in base64url: of the code that this page asked for, and no other. */
const token = z.string().regex(/^[A-Za-z0-9_-]{43}$/, says('notAnId'))
const code = z
  .string()
  .trim()
  .regex(/^\d{6}$/, says('sixDigits'))
const referral = z.string().regex(CODE, says('code'))
const given = z.strictObject({ token, code })

const userType = z.enum(['Crew', 'Customer', 'Operator'])
const account = z.object({ type: userType, locale: z.enum(LANGUAGES) })

export const codes = defineEndpoints({
  'POST /api/send-code': {
    access: 'public',
    summary:
      'Sends a code of six digits to a phone, or to the mailbox of an account. The answer is the same whether or not there is an account. With the token of a code that is still good the same one is sent again.',
    body: z.union([
      z.strictObject({ phone: z.string().trim().min(1, says('missing')).max(40), token: token.optional() }),
      z.strictObject({ email: z.string().trim().min(1, says('missing')).max(254), token: token.optional() }),
    ]),
    reply: z.object({ token }),
    callsPerMinute: 30,
  },
  'POST /api/sign-in-with-code': {
    access: 'public',
    summary: 'Signs in by a code. `account` is null where the phone has none yet: `open-account` makes one.',
    body: given,
    reply: z.object({ account: account.nullable() }),
    callsPerMinute: 60,
  },
  'POST /api/open-account': {
    access: 'public',
    summary:
      'Opens a customer account for a phone whose code was right, without a password, and signs it in.',
    body: z.strictObject({
      token,
      name: line(100),
      /** For receipts, and to sign in by. */
      email: email.optional(),
      locale: z.enum(LANGUAGES).optional(),
      couponCode: referral.optional(),
      sponsorCode: referral.optional(),
    }),
    reply: account.extend({ codeRefused: z.string().nullable() }),
    callsPerMinute: 30,
  },
  'POST /api/confirm-code': {
    access: 'any',
    summary:
      'A code sent to the account’s own phone or mailbox instead of the password, so that money and credentials may be changed for 15 minutes.',
    body: given,
    reply: done,
    callsPerMinute: 30,
    renewsSession: true,
  },
  'POST /api/confirm-phone': {
    access: 'any',
    summary: 'Makes the phone to which the code was sent one that signs in to this account.',
    body: given,
    reply: done,
    needsFreshPassword: true,
    callsPerMinute: 30,
  },
  'GET /api/sign-in-ways': {
    access: 'any',
    summary: 'By what one can sign in to this account.',
    reply: z.object({
      hasPassword: z.boolean(),
      /** Null where a code is sent to no phone, or no mailbox. */
      phone: z.string().nullable(),
      email: z.string().nullable(),
      passkeys: z.int(),
    }),
  },
})
