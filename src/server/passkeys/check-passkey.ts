/**
 * What an authenticator answered, before any of it is believed. The library checks signatures and formats; what has a
 * sentence of its own is looked at first, so that whoever made a mistake learns which.
 */
import type { z } from 'zod'
import { fieldsIn, parseJson } from '#contract/outside.ts'
import type { assertion, attestation } from '#contract/passkeys.ts'
import type { PasskeyId, UserId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { Refused } from '../refused.ts'
import { ALGORITHMS, type Asker, handleOf, hashOf, hashOfAsker, houseOf } from './ask-passkey.ts'
import { findPasskey, type NewPasskey, type Purpose, takeChallenge } from './queries.ts'

export type Attestation = z.output<typeof attestation>
export type Assertion = z.output<typeof assertion>

/** What an authenticator says of a use: bit 2 of its flags stands for a face, a finger or a PIN (WebAuthn §6.1). */
const FLAGS_AT = 32
const USER_VERIFIED = 0b100

/** A passkey that was just made, good to be kept. */
export async function checkNewPasskey(app: App, made: Attestation, asker: Asker): Promise<NewPasskey> {
  const challenge = await checkClient(app, made.response.clientDataJSON, { purpose: 'add', asker })
  const { verified, registrationInfo } = await orRefused(app, async () =>
    (await library()).verifyRegistrationResponse({
      response: { ...made, response: { ...made.response, transports: [] }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: app.config.http.origin,
      expectedRPID: houseOf(app),
      // Asked for below, with a sentence of its own.
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (!verified) throw new Refused('passkey_refused')
  if (!registrationInfo.userVerified) throw new Refused('passkey_unverified')
  const { credential, credentialBackedUp } = registrationInfo
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    signCount: credential.counter,
    transports: made.response.transports,
    isSynced: credentialBackedUp,
  }
}

export type Used = {
  readonly passkeyId: PasskeyId
  readonly userId: UserId
  readonly signCount: number
  readonly isSynced: boolean
}

/** Whose passkey signed. Its count is compared when the use is counted (`countUse`), where none comes between. */
export async function checkPasskey(
  app: App,
  shown: Assertion,
  { purpose, asker }: { readonly purpose: Purpose; readonly asker: Asker },
): Promise<Used> {
  const challenge = await checkClient(app, shown.response.clientDataJSON, { purpose, asker })
  const passkey = await findPasskey(app.db, Buffer.from(shown.id, 'base64url'))
  if (passkey === undefined) throw new Refused('passkey_unknown')
  const { userHandle } = shown.response
  if (userHandle && userHandle !== handleOf(passkey.user_id)) throw new Refused('passkey_refused')
  const flags = Buffer.from(shown.response.authenticatorData, 'base64url')[FLAGS_AT] ?? 0
  if ((flags & USER_VERIFIED) === 0) throw new Refused('passkey_unverified')
  const { verified, authenticationInfo } = await orRefused(app, async () =>
    (await library()).verifyAuthenticationResponse({
      response: {
        ...shown,
        response: { ...shown.response, userHandle: userHandle ?? undefined },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: app.config.http.origin,
      expectedRPID: houseOf(app),
      requireUserVerification: true,
      credential: { id: shown.id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
    }),
  )
  if (!verified) throw new Refused('passkey_refused')
  const { newCounter: signCount, credentialBackedUp: isSynced } = authenticationInfo
  return { passkeyId: passkey.id, userId: passkey.user_id, signCount, isSynced }
}

/** The challenge that was signed. It is used up by this, whatever comes of the rest. */
async function checkClient(
  app: App,
  clientDataJson: string,
  { purpose, asker }: { readonly purpose: Purpose; readonly asker: Asker },
): Promise<string> {
  const { challenge, origin } = readClient(clientDataJson)
  const asked = { challengeHash: hashOf(challenge), purpose, askerHash: hashOfAsker(asker) }
  if (!(await takeChallenge(app.db, asked, app.ports.clock.now()))) throw new Refused('passkey_late')
  if (origin !== app.config.http.origin) throw new Refused('passkey_elsewhere')
  return challenge
}

function readClient(clientDataJson: string): { readonly challenge: string; readonly origin: string } {
  const { challenge, origin } = fieldsIn(
    orUndefined(() => parseJson(Buffer.from(clientDataJson, 'base64url').toString())),
  )
  if (typeof challenge !== 'string' || typeof origin !== 'string') throw new Refused('passkey_refused')
  return { challenge, origin }
}

function orUndefined<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** It takes 0.1 s to load: not at each start. */
function library() {
  return import('@simplewebauthn/server')
}

/** The library says in English what is wrong with an answer: that is for the log. */
async function orRefused<Result>(app: App, check: () => Promise<Result>): Promise<Result> {
  try {
    return await check()
  } catch (error) {
    app.log.warn({ code: 'passkey_refused', reason: error instanceof Error ? error.message : '' })
    throw new Refused('passkey_refused')
  }
}
