/** Signs and reads the embedded provider's webhooks the way Stripe does: `t=<seconds>,v1=<hmac of "t.body">`. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { type Instant, instant } from '#domain/time.ts'
import type { ProviderEvent, ReadWebhook } from '../payments/port.ts'
import { subjectOf } from './embedded-events.ts'

export type Delivery = {
  readonly body: string
  readonly signature: string
  readonly from: 'platform' | 'payees'
}

/** Threats M5: older than 300 s or more than 60 s ahead is refused. */
const OLDEST_SECONDS = 300
const AHEAD_SECONDS = 60

const eventSchema = z.object({
  id: z.string().min(1).max(200),
  type: z.string().min(1).max(100),
  livemode: z.literal(false),
  created: z.number(),
  account: z.string().min(1).max(200).nullable(),
  data: z.object({ object: z.object({ id: z.string().min(1).max(200) }) }),
})

/** What happened at a payee's account is signed with a secret of its own. */
export function signEvent(
  event: Omit<ProviderEvent, 'subject'>,
  secret: string,
  now: Instant,
  isLive = false,
): Delivery {
  const { id, type, createdAt, accountId, objectId } = event
  const body = JSON.stringify({
    id,
    type,
    livemode: isLive,
    created: createdAt / 1000,
    account: accountId,
    data: { object: { id: objectId } },
  })
  const seconds = Math.floor(now / 1000)
  const from = accountId === null ? 'platform' : 'payees'
  return { body, signature: `t=${seconds},v1=${signatureOf(body, seconds, secretOf(secret, from))}`, from }
}

/** `forged` unless the signature is right and fresh; signed, but of another mode or form, is `ignored`. */
export function readSignedEvent(
  { body, signature, from }: Delivery,
  secret: string,
  now: Instant,
): ReadWebhook {
  const parts = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature)
  if (parts === null) return { state: 'forged' }
  const seconds = Number(parts[1])
  const age = Math.floor(now / 1000) - seconds
  if (age > OLDEST_SECONDS || age < -AHEAD_SECONDS) return { state: 'forged' }
  const expected = Buffer.from(signatureOf(body, seconds, secretOf(secret, from)), 'hex')
  if (!timingSafeEqual(expected, Buffer.from(parts[2]!, 'hex'))) return { state: 'forged' }
  const read = eventSchema.safeParse(parsedJson(body))
  if (!read.success) return { state: 'ignored' }
  const { id, type, created, account, data } = read.data
  return {
    state: 'event',
    event: {
      id,
      type,
      subject: subjectOf(type),
      objectId: data.object.id,
      accountId: account,
      createdAt: instant(Math.round(created * 1000)),
    },
  }
}

function secretOf(secret: string, from: Delivery['from']): string {
  return from === 'platform' ? `${secret}:webhook` : `${secret}:webhook:payees`
}

function signatureOf(body: string, seconds: number, secret: string): string {
  return createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
