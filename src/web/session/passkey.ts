/**
 * The ceremonies of WebAuthn in this browser, and the calls before and after them. Bytes are translated by hand: browsers
 * that keep passkeys but do not know the JSON of level 3 are still about, and one way for all is one that is tested.
 * Null is the answer where whoever was asked closed the browser's question.
 */
import { type BodyInput } from '#contract/endpoint.ts'
import type { Contract } from '#contract/index.ts'
import { call, type Reply } from '#web/api.ts'
import { currentText, loadAreas } from '#web/text/store.ts'

type Attestation = BodyInput<Contract['POST /api/add-passkey']>['credential']
type Assertion = BodyInput<Contract['POST /api/sign-in-with-passkey']>['credential']
type Creation = Reply<'POST /api/begin-passkey'>
type Request = Reply<'POST /api/ask-passkey'>

/** How a question goes: by the browser's own dialog, or among what it fills into the field of the address. */
export type Asking = { readonly signal?: AbortSignal; readonly isConditional?: boolean }

export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === 'function'
}

/** Whether this very device can keep one. */
export async function hasOwnAuthenticator(): Promise<boolean> {
  return canUsePasskeys() && (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())
}

/** Whether the browser offers passkeys where an address is typed. */
export async function fillsInPasskeys(): Promise<boolean> {
  // Older browsers do not know the question.
  return canUsePasskeys() && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false)
}

export async function addPasskey(): Promise<Reply<'POST /api/add-passkey'> | null> {
  const options = await call('POST /api/begin-passkey')
  const credential = await make(options)
  return credential === null ? null : call('POST /api/add-passkey', { body: { credential } })
}

export async function signInWithPasskey(
  asking: Asking = {},
): Promise<Reply<'POST /api/sign-in-with-passkey'> | null> {
  const options = await call('POST /api/ask-passkey')
  const credential = await show(options, asking)
  return credential === null ? null : call('POST /api/sign-in-with-passkey', { body: { credential } })
}

/** Instead of the password. */
export async function confirmByPasskey(): Promise<boolean> {
  const options = await call('POST /api/ask-own-passkey')
  const credential = await show(options, {})
  if (credential === null) return false
  await call('POST /api/confirm-passkey', { body: { credential } })
  return true
}

async function make(options: Creation): Promise<Attestation | null> {
  const { challenge, user, excludeCredentials } = options
  const made = await orNull(() =>
    navigator.credentials.create({
      publicKey: {
        ...options,
        challenge: bytesOf(challenge),
        user: { ...user, id: bytesOf(user.id) },
        excludeCredentials: excludeCredentials.map(describe),
      },
    }),
  )
  if (!(made instanceof PublicKeyCredential)) return null
  const { response } = made
  if (!(response instanceof AuthenticatorAttestationResponse)) return null
  return {
    ...nameOf(made),
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      attestationObject: textOf(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  }
}

async function show(options: Request, { signal, isConditional }: Asking): Promise<Assertion | null> {
  const { challenge, allowCredentials } = options
  const publicKey = {
    ...options,
    challenge: bytesOf(challenge),
    allowCredentials: allowCredentials.map(describe),
  }
  const shown = await orNull(() =>
    navigator.credentials.get({
      publicKey,
      ...(signal === undefined ? {} : { signal }),
      ...(isConditional ? { mediation: 'conditional' } : {}),
    }),
  )
  if (!(shown instanceof PublicKeyCredential)) return null
  const { response } = shown
  if (!(response instanceof AuthenticatorAssertionResponse)) return null
  return {
    ...nameOf(shown),
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      authenticatorData: textOf(response.authenticatorData),
      signature: textOf(response.signature),
      userHandle: response.userHandle && textOf(response.userHandle),
    },
  }
}

/** Browsers say only roughly why there is no answer, so that no site learns what somebody keeps. */
async function orNull(ask: () => Promise<Credential | null>): Promise<Credential | null> {
  try {
    return await ask()
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    if (name === 'NotAllowedError' || name === 'AbortError') return null
    await loadAreas(['signIn'])
    const { passkeys } = currentText().signIn
    throw new Error(name === 'InvalidStateError' ? passkeys.known : passkeys.failed, { cause: error })
  }
}

function nameOf({ id }: PublicKeyCredential) {
  return { id, rawId: id, type: 'public-key' } as const
}

function describe({ id }: { readonly id: string }) {
  return { id: bytesOf(id), type: 'public-key' } as const
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0))
}

function textOf(bytes: ArrayBuffer): string {
  const plain = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('')
  return btoa(plain).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
