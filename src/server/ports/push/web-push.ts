/** Notifications by the push service of the device's browser (RFC 8030), signed as ours (VAPID, RFC 8292). */
import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto'
import type { Db } from '../../db/client.ts'
import type { Clock } from '../clock/port.ts'
import { type DeviceKeys, encryptForDevice, MAX_MESSAGE_BYTES } from './encrypt.ts'
import type { Pusher } from './port.ts'

const TIMEOUT_MS = 10_000
const KEPT_SECONDS = 86_400
const SIGNATURE_SECONDS = 12 * 3_600
const TEXT_CHARACTERS = 500

export type WebPushOptions = {
  /** One P-256 pair: an uncompressed point and a scalar, in base64url. */
  readonly keys: { readonly publicKey: string; readonly privateKey: string }
  /** Whom a push service writes to when something is wrong. */
  readonly supportEmail: string
  readonly db: Db
  readonly clock: Clock
}

/** Throws on a pair of keys that is none. `send` throws where trying again later may help. */
export function createWebPusher({ keys, supportEmail, db, clock }: WebPushOptions): Pusher {
  const privateKey = readPrivateKey(keys)
  return {
    send: async ({ key, subscription, title, text, url }) => {
      const device = JSON.parse(subscription) as { endpoint: string; keys: DeviceKeys }
      const claims = {
        aud: new URL(device.endpoint).origin,
        exp: Math.floor(clock.now() / 1_000) + SIGNATURE_SECONDS,
        sub: `mailto:${supportEmail}`,
      }
      const response = await fetch(device.endpoint, {
        method: 'POST',
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          authorization: `vapid t=${signToken(claims, privateKey)}, k=${keys.publicKey}`,
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(KEPT_SECONDS),
          urgency: 'normal',
          // The same message sent twice takes its own place while it waits.
          topic: createHash('sha256').update(key).digest('base64url').slice(0, 32),
        },
        body: new Uint8Array(encryptForDevice(messageOf(title, text, url), device.keys)),
      })
      if (response.status === 404 || response.status === 410) await forget(db, device.endpoint)
      else if (!response.ok) throw new Error(`the push service answered ${response.status}`)
    },
  }
}

function messageOf(title: string, text: string, url: string): Buffer {
  const short = { title: title.slice(0, 100), text: text.slice(0, TEXT_CHARACTERS), url: url.slice(0, 500) }
  const message = Buffer.from(JSON.stringify(short))
  if (message.length > MAX_MESSAGE_BYTES) throw new RangeError('a push message is at most 4 KB')
  return message
}

/** The person took the permission back, or the browser is gone. */
async function forget(db: Db, endpoint: string): Promise<void> {
  await db.deleteFrom('push_subscription').where('endpoint', '=', endpoint).execute()
}

function readPrivateKey({ publicKey, privateKey }: WebPushOptions['keys']): KeyObject {
  const point = Buffer.from(publicKey, 'base64url')
  try {
    return createPrivateKey({
      format: 'jwk',
      key: {
        kty: 'EC',
        crv: 'P-256',
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
        d: privateKey,
      },
    })
  } catch (error) {
    throw new Error('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are not a pair of keys.', { cause: error })
  }
}

function signToken(claims: object, key: KeyObject): string {
  const words = [{ typ: 'JWT', alg: 'ES256' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  const signed = sign('sha256', Buffer.from(words.join('.')), { key, dsaEncoding: 'ieee-p1363' })
  return [...words, signed.toString('base64url')].join('.')
}
