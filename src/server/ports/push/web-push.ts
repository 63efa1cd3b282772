/** Notifications by the push service of the device's browser (RFC 8030, 8291, 8292; decision 22). */
import { createHash, createPrivateKey } from 'node:crypto'
import { buildPushPayload } from '@block65/webcrypto-web-push'
import { z } from 'zod'
import type { Db } from '../../db/client.ts'
import { AddressRefused, type CallOut } from '../outgoing/call-out.ts'
import type { Pusher } from './port.ts'

const TIMEOUT_MS = 10_000
const ANSWER_BYTES = 64 * 1_024
const KEPT_SECONDS = 86_400
const TITLE_CHARACTERS = 100
const TEXT_CHARACTERS = 500
const URL_CHARACTERS = 500

export type WebPushOptions = {
  /** One P-256 pair: an uncompressed point and a scalar, in base64url. */
  readonly keys: { readonly publicKey: string; readonly privateKey: string }
  /** Whom a push service writes to when something is wrong. */
  readonly supportEmail: string
  readonly db: Db
  readonly callOut: CallOut
}

const subscriptionShape = z.object({
  endpoint: z.url(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
})

/** Throws on a pair of keys that is none. `send` throws where trying again later may help. */
export function createWebPusher({ keys, supportEmail, db, callOut }: WebPushOptions): Pusher {
  checkPair(keys)
  const signedBy = { ...keys, subject: `mailto:${supportEmail}` }
  return {
    send: async ({ key, subscription, title, text, url }) => {
      const device = subscriptionShape.parse(JSON.parse(subscription))
      const data = {
        title: title.slice(0, TITLE_CHARACTERS),
        text: text.slice(0, TEXT_CHARACTERS),
        url: url.slice(0, URL_CHARACTERS),
      }
      const { headers, body } = await buildPushPayload(
        { data, options: { ttl: KEPT_SECONDS, urgency: 'normal', topic: topicOf(key) } },
        { ...device, expirationTime: null },
        signedBy,
      )
      const status = await statusOf(callOut, device.endpoint, { headers, body })
      if (status === 'refused' || status === 404 || status === 410) await forget(db, device.endpoint)
      else if (status < 200 || status > 299) throw new Error(`the push service answered ${status}`)
    },
  }
}

async function statusOf(
  callOut: CallOut,
  endpoint: string,
  { headers, body }: { headers: Readonly<Record<string, string>>; body: Uint8Array },
): Promise<number | 'refused'> {
  const limits = { maximumBytes: ANSWER_BYTES, timeoutMs: TIMEOUT_MS }
  try {
    return (await callOut(endpoint, { method: 'POST', headers, body, ...limits })).status
  } catch (error) {
    if (error instanceof AddressRefused) return 'refused'
    throw error
  }
}

/** The same message sent twice takes its own place while it waits. */
function topicOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 32)
}

/** The person took the permission back, the browser is gone, or the address was never a push service's. */
async function forget(db: Db, endpoint: string): Promise<void> {
  await db.deleteFrom('push_subscription').where('endpoint', '=', endpoint).execute()
}

function checkPair({ publicKey, privateKey }: WebPushOptions['keys']): void {
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  try {
    createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x!, y: y!, d: privateKey } })
  } catch (error) {
    throw new Error('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are not a pair of keys.', { cause: error })
  }
}
