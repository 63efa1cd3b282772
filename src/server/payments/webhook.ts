/** What the provider's webhooks tell is a hint to read the object again; each is taken in once, for ever (threats M5). */
import type { App } from '../app.ts'
import { inTransaction, toTimestamp } from '../db/client.ts'
import { Refused } from '../refused.ts'
import { enqueue } from '../tasks/queue.ts'

/** Throws bad_input where the signature is not right; then nothing is stored. */
export async function receiveWebhook(
  app: App,
  body: string,
  signature: string | string[] | undefined,
): Promise<void> {
  const event = typeof signature === 'string' ? app.ports.payments.readWebhook(body, signature) : null
  if (event === null) throw new Refused('bad_input', { faults: { 'Stripe-Signature': 'notSignedForUs' } })
  const now = app.ports.clock.now()
  await inTransaction(
    app.db,
    async (trx) => {
      const isNew = await trx
        .insertInto('provider_event')
        .values({
          id: event.id,
          type: event.type,
          object_id: event.objectId,
          received_at: toTimestamp(now),
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (isNew !== undefined) await enqueue(trx, 'apply_provider_event', event, { now, dedupeKey: event.id })
    },
    { isolation: 'read committed' },
  )
}

/** The embedded provider has no other machine to call from: its webhooks come in this way, signed and checked alike. */
export async function takeDemoWebhooks(app: App): Promise<void> {
  const forms = app.ports.payments.hostedForms
  if (forms === null) return
  for (const { body, signature } of await forms.takeWebhooks(200)) await receiveWebhook(app, body, signature)
}
