/**
 * Hospitable's webhooks come up to seven hours late, twice and in any order. Nothing in them is believed but that there
 * is something to read: the accounts concerned are read anew within a minute, however many webhooks said so.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { fieldsIn, parseJson, textOf } from '#contract/outside.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import { bringForward, insertEvent, noteMerge } from './event-queries.ts'

type Delivery = { readonly body: string; readonly signature: string | string[] | undefined }

/** As many ids as one body may name. */
const MOST_IDS = 500

/** Throws bad_input where it is not signed for us, or is no webhook; then nothing is stored. */
export async function receiveWebhook(app: App, { body, signature }: Delivery): Promise<void> {
  const secret = app.config.hospitable?.webhookSecret
  if (secret === undefined || typeof signature !== 'string' || !isSigned(body, signature, secret))
    throw new Refused('bad_input', { faults: { Signature: 'notSignedForUs' } })
  const sent = fieldsIn(parseJson(body))
  const [id, action] = [textOf(sent['id']), textOf(sent['action'])]
  if (!id || !action || id.length > 100 || action.length > 100)
    throw new Refused('bad_input', { faults: { id: 'missing' } })
  const now = app.ports.clock.now()
  const named = idsIn(sent['data'])
  await inTransaction(
    app.db,
    async (trx) => {
      if (!(await insertEvent(trx, { id, action, now }))) return
      const [previous, next] = ['previous_id', 'new_id'].map((name) => textOf(fieldsIn(sent['data'])[name]))
      if (action === 'property.merged' && previous && next) await noteMerge(trx, previous, next)
      await bringForward(trx, named, now)
    },
    { isolation: 'read committed', isStep: false },
  )
}

/** HMAC-SHA256 of the body as it came, in hexadecimal. */
function isSigned(body: string, signature: string, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(body).digest()
  const given = Buffer.from(signature.trim(), 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Whatever might be a rental or an account of somebody's; what is none matches nothing. */
function idsIn(data: unknown): string[] {
  const items = Array.isArray(data) ? data : [data]
  const ids = items.flatMap((item) => {
    const { id, previous_id, new_id, user, properties } = fieldsIn(item)
    const listed = Array.isArray(properties) ? properties.map((each) => fieldsIn(each)['id']) : []
    return [id, previous_id, new_id, user, fieldsIn(user)['id'], ...listed]
  })
  return [...new Set(ids.filter((id): id is string => typeof id === 'string'))].slice(0, MOST_IDS)
}
