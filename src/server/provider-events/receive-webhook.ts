/** What the provider's webhooks bring is a hint to read the object again; each is taken in once, for ever (threats M5). */
import { DAY_MS, type Instant, instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import type { ProviderEvent } from '../ports/payments/port.ts'
import { Refused } from '../refused.ts'
import { enqueue } from '../tasks/queue.ts'
import { findKnown, insertEvent, lastEventAt } from './event-queries.ts'

type Delivery = {
  readonly body: string
  readonly signature: string | string[] | undefined
  readonly from: 'platform' | 'payees'
}

/** So far back the daily look goes: a lost webhook costs a day at most, and a day's look may be lost, too. */
const LOOKS_BACK_MS = 3 * DAY_MS

const AT_ONCE = 500

/** Throws bad_input where the signature is not right; then nothing is stored. Unknown events are kept, too. */
export async function receiveWebhook(app: App, { body, signature, from }: Delivery): Promise<void> {
  const read =
    typeof signature === 'string'
      ? app.ports.payments.readWebhook({ body, signature, from })
      : ({ state: 'forged' } as const)
  if (read.state === 'forged')
    throw new Refused('bad_input', { faults: { 'Stripe-Signature': 'notSignedForUs' } })
  if (read.state === 'event') await takeEvent(app, read.event)
}

/** The embedded provider has no other machine to call from: its webhooks come in this way, signed and checked alike. */
export async function receiveDemoWebhooks(app: App): Promise<void> {
  const forms = app.ports.payments.hostedForms
  if (forms === null) return
  for (const delivery of await forms.takeWebhooks(200)) await receiveWebhook(app, delivery)
}

/** Once a day: what lost webhooks would have brought. */
export async function receiveMissedEvents(app: App): Promise<void> {
  const batch: ProviderEvent[] = []
  for await (const event of app.ports.payments.listEvents(await since(app))) {
    batch.push(event)
    if (batch.length === AT_ONCE) await takeUnknown(app, batch.splice(0))
  }
  await takeUnknown(app, batch)
}

/** Almost all of them were heard of when they happened. */
async function takeUnknown(app: App, events: readonly ProviderEvent[]): Promise<void> {
  const known = await findKnown(
    app.db,
    events.map(({ id }) => id),
  )
  for (const event of events) if (!known.has(event.id)) await takeEvent(app, event)
}

/** After days off, from the day before the last that arrived. */
async function since(app: App): Promise<Instant> {
  const usual = app.ports.clock.now() - LOOKS_BACK_MS
  const last = await lastEventAt(app.db)
  return instant(last === null ? usual : Math.min(usual, last - DAY_MS))
}

function takeEvent(app: App, event: ProviderEvent): Promise<void> {
  const now = app.ports.clock.now()
  return inTransaction(
    app.db,
    async (trx) => {
      if (await insertEvent(trx, event, now))
        await enqueue(trx, 'apply_provider_event', event, { now, dedupeKey: event.id })
    },
    { isolation: 'read committed', isStep: false },
  )
}
