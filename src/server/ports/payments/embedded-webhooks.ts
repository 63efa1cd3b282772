/** Signs and reads the embedded provider's webhooks the way Stripe does: `t=<seconds>,v1=<hmac of "t.body">`. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Instant } from '#domain/time.ts'
import type { ProviderEvent } from './port.ts'

export type Delivery = { readonly body: string; readonly signature: string }

/** Threats M5: older than 300 s or more than 60 s ahead is refused. */
const OLDEST_SECONDS = 300
const AHEAD_SECONDS = 60

const eventSchema = z.object({
  id: z.string().min(1).max(200),
  type: z.string().min(1).max(100),
  livemode: z.literal(false),
  data: z.object({ object: z.object({ id: z.string().min(1).max(200) }) }),
})

export function signEvent(event: ProviderEvent, secret: string, now: Instant): Delivery {
  const body = JSON.stringify({
    id: event.id,
    type: event.type,
    livemode: false,
    data: { object: { id: event.objectId } },
  })
  const seconds = Math.floor(now / 1000)
  return { body, signature: `t=${seconds},v1=${signatureOf(body, seconds, secret)}` }
}

/** Null unless the signature is right, fresh, and of test mode. */
export function readSignedEvent(
  { body, signature }: Delivery,
  secret: string,
  now: Instant,
): ProviderEvent | null {
  const parts = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature)
  if (parts === null) return null
  const seconds = Number(parts[1])
  const age = Math.floor(now / 1000) - seconds
  if (age > OLDEST_SECONDS || age < -AHEAD_SECONDS) return null
  const expected = Buffer.from(signatureOf(body, seconds, secret), 'hex')
  if (!timingSafeEqual(expected, Buffer.from(parts[2]!, 'hex'))) return null
  const event = eventSchema.safeParse(parsedJson(body))
  if (!event.success) return null
  return { id: event.data.id, type: event.data.type, objectId: event.data.data.object.id }
}

function signatureOf(body: string, seconds: number, secret: string): string {
  return createHmac('sha256', `${secret}:webhook`).update(`${seconds}.${body}`).digest('hex')
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
