/** The provider's movements against our rows, both ways, by id and amount. */

import type { Check, Difference } from '#domain/ledger/reconcile-report.ts'
import { cents } from '#domain/money.ts'
import { instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import type { Movement, Payments } from '../ports/payments/port.ts'
import { FACTS_AT_ONCE, type Fact, listFacts, listUnderWay } from './provider-queries.ts'

type Side = {
  readonly name: string
  readonly kind: Movement['kind']
  readonly reference: (movement: Movement) => string
  /** Looks one up that was not among the listed. */
  readonly read: (payments: Payments, id: string) => Promise<Fact | null>
}

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
        sentence: `the provider says ${describe(other)}, our row ${describe(mine)}`,
      })
  }
  differences.push(...(await unknownToUs(app.db, side, missing)))
  return { name: side.name, count, amountCents: cents(amount), differences: differences.slice(0, 100) }
}

async function unknownToUs(db: Db, side: Side, missing: Listed): Promise<Difference[]> {
  const entries = [...missing.values()]
  if (entries.length === 0) return []
  const references = entries.map(({ movement }) => side.reference(movement))
  const waiting = await listUnderWay(db, side.kind, references)
  return entries
    .filter(({ movement }) => !waiting.has(side.reference(movement)))
    .map(({ fact }) => ({
      subject: fact.id,
      sentence: `the provider moved ${describe(fact)} that we know nothing of`,
    }))
}

async function* eachOfOurs(db: Db, side: Side): AsyncGenerator<Fact> {
  let after = ''
  while (true) {
    const facts = await listFacts(db, side.kind, after)
    yield* facts
    if (facts.length < FACTS_AT_ONCE) return
    after = facts.at(-1)!.id
  }
}

function describe({ amountCents, feeCents }: Fact): string {
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
    reference: (movement) => (movement.kind === 'charge' ? movement.reference : ''),
    read: async (payments, id) => {
      const charge = await payments.readCharge(id)
      return charge?.state === 'succeeded' ? factOf({ kind: 'charge', ...charge }) : null
    },
  },
  {
    name: 'refunds at the provider',
    kind: 'refund',
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
    reference: (movement) => (movement.kind === 'transfer' ? movement.reference : ''),
    read: async (payments, id) => {
      const transfer = await payments.readTransfer(id)
      return transfer === null || transfer.state === 'failed'
        ? null
        : factOf({ kind: 'transfer', ...transfer })
    },
  },
]
