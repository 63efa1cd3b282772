/**
 * What keeps passkeys, in software: ES256, written from the standard (WebAuthn level 3, §6) and not from the library that
 * checks it. It can lie about everything that it signs.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { BodyInput } from '#contract/endpoint.ts'
import type { passkeys } from '#contract/passkeys.ts'

type Attestation = BodyInput<(typeof passkeys)['POST /api/add-passkey']>['credential']
type Assertion = BodyInput<(typeof passkeys)['POST /api/sign-in-with-passkey']>['credential']

/** What it says instead of the truth. */
export type Lies = {
  /** The name of another's key. */
  readonly id?: string
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly type?: string
  readonly userHandle?: string
  readonly isVerified?: boolean
  readonly count?: number
  /** Signs other bytes than it shows. */
  readonly isForged?: boolean
}

export type SoftPasskey = {
  readonly id: string
  readonly key: KeyObject
  readonly userHandle: string
  count: number
}

const USER_PRESENT = 0b1
const USER_VERIFIED = 0b100
const HAS_KEY = 0b100_0000

export function createAuthenticator(origin: string) {
  const host = new URL(origin).hostname
  return {
    create(
      options: { readonly challenge: string; readonly user: { readonly id: string } },
      lies: Lies = {},
    ): { passkey: SoftPasskey; credential: Attestation } {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const rawId = lies.id === undefined ? randomBytes(32) : Buffer.from(lies.id, 'base64url')
      const passkey = { id: text(rawId), key: privateKey, userHandle: options.user.id, count: 0 }
      const length = Buffer.alloc(2)
      length.writeUInt16BE(rawId.length)
      const kept = Buffer.concat([Buffer.alloc(16), length, rawId, coseKey(publicKey)])
      const data = Buffer.concat([head(host, lies, 0, HAS_KEY), kept])
      const response = {
        clientDataJSON: clientData(origin, 'webauthn.create', options.challenge, lies),
        attestationObject: text(
          map([
            [cborText('fmt'), cborText('none')],
            [cborText('attStmt'), map([])],
            [cborText('authData'), cborBytes(data)],
          ]),
        ),
        transports: ['internal'],
      }
      return { passkey, credential: { id: passkey.id, rawId: passkey.id, type: 'public-key', response } }
    },

    /** Counts on by itself where it counts at all. */
    show(passkey: SoftPasskey, challenge: string, lies: Lies = {}): Assertion {
      const count = lies.count ?? (passkey.count === 0 ? 0 : passkey.count + 1)
      passkey.count = Math.max(passkey.count, count)
      const data = head(host, lies, count, 0)
      const clientDataJSON = clientData(origin, 'webauthn.get', challenge, lies)
      const shown = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
      const signed = lies.isForged ? randomBytes(32) : shown
      const response = {
        clientDataJSON,
        authenticatorData: text(data),
        signature: text(sign('sha256', Buffer.concat([data, signed]), passkey.key)),
        userHandle: lies.userHandle ?? passkey.userHandle,
      }
      return { id: passkey.id, rawId: passkey.id, type: 'public-key', response }
    },
  }
}

function text(bytes: Buffer): string {
  return bytes.toString('base64url')
}

function clientData(origin: string, type: string, challenge: string, lies: Lies): string {
  const said = {
    type: lies.type ?? type,
    challenge: lies.challenge ?? challenge,
    origin: lies.origin ?? origin,
  }
  return text(Buffer.from(JSON.stringify({ ...said, crossOrigin: false })))
}

/** Whose it is, its flags and its count. */
function head(host: string, lies: Lies, count: number, more: number): Buffer {
  const counted = Buffer.alloc(4)
  counted.writeUInt32BE(count)
  const verified = lies.isVerified === false ? 0 : USER_VERIFIED
  const house = createHash('sha256')
    .update(lies.rpId ?? host)
    .digest()
  return Buffer.concat([house, Buffer.from([USER_PRESENT | verified | more]), counted])
}

/** RFC 9053: an elliptic curve key on P-256 for ES256. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return map([
    [Buffer.from([0x01]), Buffer.from([0x02])],
    [Buffer.from([0x03]), Buffer.from([0x26])],
    [Buffer.from([0x20]), Buffer.from([0x01])],
    [Buffer.from([0x21]), cborBytes(Buffer.from(x, 'base64url'))],
    [Buffer.from([0x22]), cborBytes(Buffer.from(y, 'base64url'))],
  ])
}

/** RFC 8949, as much of it as is needed: texts, bytes and maps of fewer than 24 entries. */
function map(entries: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([Buffer.from([0xa0 + entries.length]), ...entries.flat()])
}

function cborText(word: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)])
}

/** In the shortest form, as CTAP asks. */
function cborBytes(bytes: Buffer): Buffer {
  const { length } = bytes
  const head =
    length < 24 ? [0x40 + length] : length < 256 ? [0x58, length] : [0x59, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from(head), bytes])
}
