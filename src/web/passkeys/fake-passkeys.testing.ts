/** WebAuthn as a browser has it, with an authenticator that says yes, no, or what it is told. */
import { vi } from 'vitest'

const bytes = () => new Uint8Array([251, 255, 1]).buffer

class FakeResponse {
  readonly clientDataJSON = bytes()
  readonly attestationObject = bytes()
  readonly authenticatorData = bytes()
  readonly signature = bytes()
  readonly userHandle = null
}

class FakeCredential {
  static isUserVerifyingPlatformAuthenticatorAvailable = async () => true
  static isConditionalMediationAvailable = async () => false
  readonly id = 'a-key'
  readonly response = new FakeResponse()
}

export function fakePasskeys(answer: () => unknown = () => new FakeCredential()) {
  const create = vi.fn(async (_options: CredentialCreationOptions) => answer())
  const get = vi.fn(async (_options: CredentialRequestOptions) => answer())
  vi.stubGlobal('PublicKeyCredential', FakeCredential)
  vi.stubGlobal('AuthenticatorAttestationResponse', FakeResponse)
  vi.stubGlobal('AuthenticatorAssertionResponse', FakeResponse)
  Object.defineProperty(navigator, 'credentials', { value: { create, get }, configurable: true })
  return { create, get }
}

/** As its bytes are sent. */
export const SHOWN = {
  id: 'a-key',
  rawId: 'a-key',
  type: 'public-key',
  response: { clientDataJSON: '-_8B', authenticatorData: '-_8B', signature: '-_8B', userHandle: null },
}

export const REQUEST = {
  rpId: 'localhost',
  challenge: '-_8B',
  timeout: 300_000,
  userVerification: 'required' as const,
  allowCredentials: [],
}

export const CREATION = {
  rp: { id: 'localhost', name: 'Crew' },
  user: { id: '-_8B', name: 'ana@demo.test', displayName: 'Ana' },
  challenge: '-_8B',
  pubKeyCredParams: [{ type: 'public-key' as const, alg: -7 }],
  timeout: 300_000,
  excludeCredentials: [],
  authenticatorSelection: {
    residentKey: 'required' as const,
    requireResidentKey: true as const,
    userVerification: 'required' as const,
  },
  attestation: 'none' as const,
}
