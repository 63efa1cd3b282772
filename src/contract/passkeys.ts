/**
 * Passkeys (WebAuthn, level 3). Options and answers are the JSON that browsers read and write themselves
 * (`parseCreationOptionsFromJSON`, `toJSON`): bytes are base64url.
 */
import { z } from 'zod'
import { PASSKEY_NAME_LENGTH } from '#domain/accounts/passkey.ts'
import type { PasskeyId } from '#domain/ids.ts'
import { LANGUAGES } from '#domain/language.ts'
import { defineEndpoints } from './endpoint.ts'
import { says } from './sentences.ts'
import { done, id, line, moment } from './shapes.ts'

/** So many bytes as text, at most. */
const bytes = (most: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/, says('notAnId'))
    .max(Math.ceil((most * 4) / 3))

const credentialId = bytes(1_023)
const publicKey = z.literal('public-key')
const known = z.object({ id: z.string(), type: publicKey, transports: z.array(z.string()) })

/** What browsers add over the years is of no use to us and does no harm. */
const credential = { id: credentialId, rawId: credentialId, type: publicKey }

export const attestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4_096),
    attestationObject: bytes(16_384),
    transports: z.array(z.string().max(40)).max(20).default([]),
  }),
})

export const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4_096),
    authenticatorData: bytes(4_096),
    signature: bytes(4_096),
    userHandle: bytes(64).nullish(),
  }),
})

const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: publicKey, alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(known),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})

const requestOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  /** Empty where whoever signs in has not said who it is: the browser offers what it keeps for us. */
  allowCredentials: z.array(known),
})

const name = line(PASSKEY_NAME_LENGTH)
const userType = z.enum(['Crew', 'Customer', 'Operator'])

export const passkeys = defineEndpoints({
  'GET /api/passkeys': {
    access: 'any',
    summary: 'One’s own passkeys, the newest first.',
    reply: z.array(
      z.object({
        id: id<PasskeyId>(),
        name: z.string(),
        /** Whether a password manager keeps it on more devices than one. */
        isSynced: z.boolean(),
        createdAt: moment,
        lastUsedAt: moment.nullable(),
      }),
    ),
  },
  'POST /api/begin-passkey': {
    access: 'any',
    summary:
      'What a browser needs to make a passkey for this account. Good for five minutes, in this session.',
    reply: creationOptions,
    needsFreshPassword: true,
    callsPerMinute: 30,
  },
  'POST /api/add-passkey': {
    access: 'any',
    summary: 'Adds the passkey that the browser made. It is named after the device; its owner may rename it.',
    body: z.strictObject({ credential: attestation }),
    reply: z.object({ id: id<PasskeyId>(), name: z.string() }),
    needsFreshPassword: true,
    callsPerMinute: 30,
  },
  'POST /api/rename-passkey': {
    access: 'any',
    summary: 'Gives one of one’s passkeys another name.',
    body: z.strictObject({ passkeyId: id<PasskeyId>(), name }),
    reply: done,
    callsPerMinute: 60,
  },
  'POST /api/remove-passkey': {
    access: 'any',
    summary: 'Removes one of one’s passkeys, unless it is the last way to sign in.',
    body: z.strictObject({ passkeyId: id<PasskeyId>() }),
    reply: done,
    needsFreshPassword: true,
    callsPerMinute: 30,
  },
  'POST /api/ask-passkey': {
    access: 'public',
    summary:
      'What a browser needs to show a passkey. It names no account: the answer is the same for everybody. Good for five minutes, in this browser.',
    reply: requestOptions,
    callsPerMinute: 60,
  },
  'POST /api/sign-in-with-passkey': {
    access: 'public',
    summary: 'Signs in by what a passkey signed.',
    body: z.strictObject({ credential: assertion }),
    reply: z.object({ type: userType, locale: z.enum(LANGUAGES) }),
    callsPerMinute: 60,
  },
  'POST /api/ask-own-passkey': {
    access: 'any',
    summary: 'The same for one of the account’s own passkeys, in this session.',
    reply: requestOptions,
    callsPerMinute: 60,
  },
  'POST /api/confirm-passkey': {
    access: 'any',
    summary:
      'One of the account’s own passkeys instead of the password, so that money and credentials may be changed for 15 minutes.',
    body: z.strictObject({ credential: assertion }),
    reply: done,
    callsPerMinute: 60,
    renewsSession: true,
  },
})
