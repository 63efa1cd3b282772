/**
 * What an authenticator is asked to sign. It is random, stands in the table as its hash, and is worth something for one
 * purpose, to the session or the browser that asked, once and for five minutes.
 */
import { createHash, randomBytes } from 'node:crypto'
import { CHALLENGE_MINUTES, PASSKEYS_OF_ACCOUNT } from '#domain/accounts/passkey.ts'
import { DAY_MS, HOUR_MS, instant, MINUTE_MS } from '#domain/time.ts'
import type { App } from '../app.ts'
import { networkOf } from '../http/network.ts'
import type { Session } from '../http/session.ts'
import { countTry } from '../passwords/try-queries.ts'
import { Refused } from '../refused.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { insertChallenge, listPasskeys, type Purpose } from './queries.ts'

/** A browser in which nobody is known, or a session. */
export type Asker = { readonly deviceId: string } | { readonly session: Session }

/** What passkeys may sign with: Ed25519, P-256, RSA. Every authenticator knows one of them. */
export const ALGORITHMS = [-8, -7, -257]
const TIMEOUT_MS = CHALLENGE_MINUTES * MINUTE_MS
const PUBLIC_KEY = 'public-key'

/** For making one. The keys that the account has already are named, so that no authenticator keeps two. */
export async function askForNewPasskey(app: App, session: Session) {
  const { userId, name, email } = session.scope
  const own = await listPasskeys(app.db, userId)
  if (own.length >= PASSKEYS_OF_ACCOUNT) throw new Refused('too_many_passkeys')
  return {
    rp: { id: houseOf(app), name: 'Crew' },
    user: { id: handleOf(userId), name: email || name, displayName: name },
    challenge: await makeChallenge(app, 'add', { session }),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: PUBLIC_KEY, alg }) as const),
    timeout: TIMEOUT_MS,
    excludeCredentials: own.map(describe),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  } as const
}

/** For signing in. Names no account, so that nobody learns from it whether there is one. */
export async function askPasskey(
  app: App,
  { ip, deviceId }: { readonly ip: string; readonly deviceId: string },
) {
  await checkLimits(app, ip, deviceId)
  return requestOptions(app, await makeChallenge(app, 'sign_in', { deviceId }), [])
}

/** For giving one again: only those of the account, whoever else keeps one in the same browser. */
export async function askOwnPasskey(app: App, session: Session) {
  const own = await listPasskeys(app.db, session.scope.userId)
  return requestOptions(app, await makeChallenge(app, 'confirm', { session }), own)
}

/** The host to which passkeys belong. One of another host is of no use here, nor is ours there. */
export function houseOf({ config }: App): string {
  return new URL(config.http.origin).hostname
}

export function handleOf(userId: string): string {
  return Buffer.from(userId).toString('base64url')
}

export function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

export function hashOfAsker(asker: Asker): Buffer {
  return hashOf('session' in asker ? `session:${asker.session.sessionId}` : `device:${asker.deviceId}`)
}

function requestOptions(app: App, challenge: string, own: Own) {
  return {
    rpId: houseOf(app),
    challenge,
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    allowCredentials: own.map(describe),
  } as const
}

type Own = Awaited<ReturnType<typeof listPasskeys>>

function describe({ credential_id, transports }: Own[number]) {
  return { id: credential_id.toString('base64url'), type: PUBLIC_KEY, transports } as const
}

async function makeChallenge(app: App, purpose: Purpose, asker: Asker): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  await insertChallenge(app.db, {
    challengeHash: hashOf(challenge),
    purpose,
    askerHash: hashOfAsker(asker),
    expiresAt: instant(app.ports.clock.now() + TIMEOUT_MS),
  })
  return challenge
}

/** Nobody guesses a signature: what is kept within bounds is only how much somebody has us write down. */
async function checkLimits(app: App, ip: string, deviceId: string): Promise<void> {
  const now = app.ports.clock.now()
  const { passkeysPerAddress, passkeysPerDevice } = await settingsAt(app.db, null, now)
  const limits = [
    { kind: 'passkeys_of_address', whose: networkOf(ip), windowMs: HOUR_MS, most: passkeysPerAddress },
    { kind: 'passkeys_of_device', whose: deviceId, windowMs: DAY_MS, most: passkeysPerDevice },
  ] as const
  for (const { most, ...limit } of limits)
    if ((await countTry(app.db, { ...limit, now })) > most) throw new Refused('too_many_calls')
}
