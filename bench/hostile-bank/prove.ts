/** At the end: our rows, our books, the provider's lines and every customer's statement say the same, to the cent. */
import { sql } from 'kysely'
import { reconcile } from '#server/ledger/reconcile.ts'
import { type DoubleObject, objectsOf, referenceOf } from './double-objects.ts'
import type { House } from './house.ts'
import type { Sown } from './sow.ts'
import { sameCrewStatements, sameStatements } from './statements.ts'

export type Proof = {
  readonly figures: Readonly<Record<string, number>>
  readonly differences: readonly string[]
}

export async function prove(house: House, sown: Sown): Promise<Proof> {
  const report = await reconcile(house.app)
  const reconciled = report.checks.flatMap(({ name, differences }) =>
    differences.map(({ subject, sentence }) => `reconcile: ${name}: ${subject} ${sentence}`),
  )
  const intents = await objectsOf(house, 'payment_intent')
  const [charges, once, statements, sums, parked] = [
    await chargedOnce(house, intents),
    await madeOnce(house),
    [...(await sameStatements(house, sown)), ...(await sameCrewStatements(house))],
    await sameSums(house),
    await nothingLeft(house),
  ]
  const succeeded = intents.filter(({ status }) => status === 'succeeded')
  return {
    figures: {
      'intents at the provider': intents.length,
      'of them succeeded': succeeded.length,
      ...once.figures,
      'cents at the provider': sums.cents,
    },
    differences: [
      ...reconciled,
      ...charges,
      ...once.differences,
      ...statements,
      ...sums.differences,
      ...parked,
    ],
  }
}

/** No payment has two charges, and what was charged is what was asked; what is not paid was not charged. */
async function chargedOnce({ app }: House, intents: readonly DoubleObject[]): Promise<string[]> {
  const taken = Map.groupBy(
    intents.filter(({ status }) => status === 'succeeded'),
    (intent) => referenceOf(intent) ?? '',
  )
  const payments = await app.db
    .selectFrom('payment')
    .select(['id', 'state', 'total_cents', 'provider_intent_id'])
    .execute()
  const known = new Set<string>(payments.map(({ id }) => id))
  const strange = [...taken.keys()].filter((reference) => !known.has(reference))
  return [
    ...strange.map((reference) => `payment ${reference}: charged, and nobody knows it`),
    ...payments.flatMap(({ id, state, total_cents: total, provider_intent_id: intentId }) => {
      const charged = taken.get(id) ?? []
      const expected = state === 'paid' && total > 0 ? 1 : 0
      if (charged.length !== expected) return [`payment ${id}: ${state}, charged ${charged.length} times`]
      return charged
        .filter((intent) => intent.amount !== total || intent.id !== intentId)
        .map((intent) => `payment ${id}: ${total} cents, charged ${intent.amount} by ${intent.id}`)
    }),
  ]
}

/** No reference of ours stands on two refunds, transfers, reversals or payouts to a bank. */
async function madeOnce(house: House): Promise<Proof> {
  const rows = await house.app.db.selectFrom('payout_account').select('account_id').execute()
  const payouts = await Promise.all(rows.map((row) => objectsOf(house, 'payout', row.account_id)))
  const made = {
    refunds: await objectsOf(house, 'refund'),
    transfers: await objectsOf(house, 'transfer'),
    reversals: await objectsOf(house, 'transfer_reversal'),
    'payouts to banks': payouts.flat(),
  }
  const differences = Object.entries(made).flatMap(([name, objects]) =>
    [...Map.groupBy(objects, referenceOf)].flatMap(([reference, same]) =>
      reference !== null && same.length > 1 ? [`${name}: ${reference} was made ${same.length} times`] : [],
    ),
  )
  const figures = Object.fromEntries(Object.entries(made).map(([name, objects]) => [name, objects.length]))
  return { figures, differences }
}

/** The books' accounts against the sums of the provider's own lines. */
async function sameSums(house: House): Promise<{ cents: number; differences: string[] }> {
  const lines = await objectsOf(house, 'balance_transaction')
  const net = lines.reduce((sum, line) => sum + (line.net ?? 0), 0)
  const fees = lines.reduce((sum, line) => sum + (line.fee ?? 0), 0)
  const { rows } = await sql<{ kind: string; cents: number }>`
    select account.kind, sum(posting.amount_cents)::bigint as cents
    from ledger_posting posting join ledger_account account on account.id = posting.account_id group by 1
  `.execute(house.app.db)
  const booked = new Map(rows.map(({ kind, cents }) => [kind, cents]))
  const total = rows.reduce((sum, { cents }) => sum + cents, 0)
  const pairs = [
    ['provider_clearing', booked.get('provider_clearing') ?? 0, net],
    ['provider_fees', booked.get('provider_fees') ?? 0, fees],
    ['all accounts', total, 0],
  ] as const
  return {
    cents: net,
    differences: pairs.flatMap(([name, ours, theirs]) =>
      ours === theirs ? [] : [`${name}: ${ours} cents by the books, ${theirs} by the provider`],
    ),
  }
}

/** Nothing was given up, and nothing hangs in the air. */
async function nothingLeft({ app }: House): Promise<string[]> {
  const { rows } = await sql<{ sentence: string }>`
    select 'task ' || kind || ' was parked: ' || coalesce(last_error, '') as sentence from task
    where parked_at is not null
    union all
    select 'payment ' || id || ' is still ' || state from payment where state in ('due', 'charging') and total_cents > 0
    union all
    select 'refund ' || id || ' is still pending' from refund where state = 'pending'
    union all
    select 'payout ' || id || ' is still ' || state from payout where state in ('sending', 'in_transit')
  `.execute(app.db)
  return rows.map(({ sentence }) => sentence)
}
