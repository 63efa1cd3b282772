/** The official client, told everything that it would otherwise decide by itself. */
import { Stripe } from 'stripe'

export type StripeKeys = {
  readonly secretKey: string
  readonly publishableKey: string
  readonly webhookSecret: string
  readonly connectWebhookSecret: string
  /** Another address than Stripe's own: a double of its API. */
  readonly apiBase: string | null
}

/** The release of the API that the objects of this adapter are read by; the package's types are of the same. */
export const API_VERSION = '2026-10-28.endive'

/** With the one retry and its pause within the deadline of the port. */
const CALL_MS = 8_000
const RETRIES = 1

export function createClient({ secretKey, apiBase }: Pick<StripeKeys, 'secretKey' | 'apiBase'>): Stripe {
  return new Stripe(secretKey, {
    apiVersion: API_VERSION,
    timeout: CALL_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(apiBase === null ? {} : addressOf(apiBase)),
  })
}

/** Keys of a live account say so; an event of the other mode is nobody's business here. */
export function isLiveKey(secretKey: string): boolean {
  return /^(sk|rk)_live_/.test(secretKey)
}

function addressOf(apiBase: string): { protocol: 'http' | 'https'; host: string; port: number } {
  const { protocol, hostname, port } = new URL(apiBase)
  const isPlain = protocol === 'http:'
  return {
    protocol: isPlain ? 'http' : 'https',
    host: hostname,
    port: port === '' ? (isPlain ? 80 : 443) : Number(port),
  }
}
