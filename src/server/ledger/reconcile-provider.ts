/** The provider's movements against our rows, both ways, by id and amount. */
import { type RawBuilder, sql } from 'kysely'
import { cents } from '#domain/money.ts'
import { instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import type { Movement, Payments } from '../ports/payments/port.ts'
import type { Check, Difference } from './report.ts'

/** What both sides must say alike about one movement. */
type Fact = { readonly id: string; readonly amountCents: number; readonly feeCents: number }

type Side = {
  readonly name: string
  readonly kind: Movement['kind']
  /** Ours that the provider must know: `id`, `amount`, `fee`; a page after an id. */
  readonly ours: (after: string) => RawBuilder<{ id: string; amount: number; fee: number }>
  /** Of the provider's, those that we are still waiting to hear of: under way, no difference. */
  readonly underWay: (references: readonly string[]) => RawBuilder<{ reference: string }>
  readonly reference: (movement: Movement) => string
  /** Looks one up that was not among the listed. */
  readonly read: (payments: Payments, id: string) => Promise<Fact | null>
}

const BATCH = 1_000

export async function checkProvider(app: App): Promise<Check[]> {
  const theirs = await listTheirs(app.ports.payments)
  const checks: Check[] = []
  for (const side of SIDES) checks.push(await checkSide(app, side, theirs.get(side.kind) ?? new Map()))
  return checks
}

type Listed = Map<string, { readonly fact: Fact; readonly movement: Movement }>

async function listTheirs(payments: Payments): Promise<Map<Movement['kind'], Listed>> {
  const theirs = new Map<Movement['kind'], Listed>()
  for await (const movement of payments.listMovements(instant(0))) {
    // A transfer that came back has moved nothing.
    if (movement.kind === 'transfer' && movement.state === 'failed') continue
    const fact = factOf(movement)
    const listed: Listed = theirs.get(movement.kind) ?? new Map()
    theirs.set(movement.kind, listed.set(fact.id, { fact, movement }))
  }
  return theirs
}

async function checkSide(app: App, side: Side, theirs: Listed): Promise<Check> {
  const missing = new Map(theirs)
  const differences: Difference[] = []
  let count = 0
  let amount = 0
  for await (const mine of eachOfOurs(app.db, side)) {
    count += 1
    amount += mine.amountCents
    const other = theirs.get(mine.id)?.fact ?? (await side.read(app.ports.payments, mine.id))
    missing.delete(mine.id)
    if (other === null) differences.push({ subject: mine.id, sentence: 'the provider does not know it' })
    else if (other.amountCents !== mine.amountCents || other.feeCents !== mine.feeCents)
      differences.push({
        subject: mine.id,
        sentence: `the provider says ${say(other)}, our row ${say(mine)}`,
      })
  }
  differences.push(...(await unknownToUs(app.db, side, missing)))
  return { name: side.name, count, amountCents: cents(amount), differences: differences.slice(0, 100) }
}

async function unknownToUs(db: Db, side: Side, missing: Listed): Promise<Difference[]> {
  const entries = [...missing.values()]
  if (entries.length === 0) return []
  const references = entries.map(({ movement }) => side.reference(movement))
  const { rows } = await side.underWay(references).execute(db)
  const waiting = new Set(rows.map((row) => row.reference))
  return entries
    .filter(({ movement }) => !waiting.has(side.reference(movement)))
    .map(({ fact }) => ({
      subject: fact.id,
      sentence: `the provider moved ${say(fact)} that we know nothing of`,
    }))
}

async function* eachOfOurs(db: Db, side: Side): AsyncGenerator<Fact> {
  let after = ''
  while (true) {
    const { rows } = await side.ours(after).execute(db)
    for (const { id, amount, fee } of rows) yield { id, amountCents: amount, feeCents: fee }
    if (rows.length < BATCH) return
    after = rows.at(-1)!.id
  }
}

function say({ amountCents, feeCents }: Fact): string {
  return feeCents === 0 ? `${amountCents} cents` : `${amountCents} cents with a fee of ${feeCents}`
}

function factOf(movement: Movement): Fact {
  const amountCents = movement.amountCents
  if (movement.kind === 'charge') return { id: movement.intentId, amountCents, feeCents: movement.feeCents }
  return { id: movement.kind === 'refund' ? movement.refundId : movement.payoutId, amountCents, feeCents: 0 }
}

const SIDES: readonly Side[] = [
  {
    name: 'charges at the provider',
    kind: 'charge',
    ours: (after) => sql`
      select provider_intent_id as id, amount_cents as amount, fee_cents as fee from charge_attempt
      where state = 'succeeded' and provider_intent_id > ${after} order by provider_intent_id limit ${BATCH}
    `,
    underWay: (references) => sql`
      select payment_id::text as reference from charge_attempt
      where state = 'asked' and payment_id::text = any(${references}::text[])
    `,
    reference: (movement) => (movement.kind === 'charge' ? movement.reference : ''),
    read: async (payments, id) => {
      const charge = await payments.readCharge(id)
      return charge?.state === 'succeeded' ? factOf({ kind: 'charge', ...charge }) : null
    },
  },
  {
    name: 'refunds at the provider',
    kind: 'refund',
    ours: (after) => sql`
      select provider_refund_id as id, amount_cents as amount, 0::bigint as fee from refund
      where state = 'succeeded' and provider_refund_id > ${after} order by provider_refund_id limit ${BATCH}
    `,
    underWay: (references) => sql`
      select payment.provider_intent_id as reference from refund join payment on payment.id = refund.payment_id
      where refund.state = 'pending' and payment.provider_intent_id = any(${references}::text[])
    `,
    reference: (movement) => (movement.kind === 'refund' ? movement.intentId : ''),
    // A refund is settled after the provider has answered, so the list that was read before may lack the newest.
    read: async (payments, id) => {
      for await (const movement of payments.listMovements(instant(0)))
        if (movement.kind === 'refund' && movement.refundId === id) return factOf(movement)
      return null
    },
  },
  {
    name: 'payouts at the provider',
    kind: 'transfer',
    ours: (after) => sql`
      select provider_payout_id as id, amount_cents as amount, 0::bigint as fee from payout
      where state <> 'failed' and provider_payout_id > ${after} order by provider_payout_id limit ${BATCH}
    `,
    underWay: (references) => sql`
      select id::text as reference from payout
      where state = 'sending' and provider_payout_id is null and id::text = any(${references}::text[])
    `,
    reference: (movement) => (movement.kind === 'transfer' ? movement.reference : ''),
    read: async (payments, id) => {
      const transfer = await payments.readTransfer(id)
      return transfer === null || transfer.state === 'failed'
        ? null
        : factOf({ kind: 'transfer', ...transfer })
    },
  },
]
