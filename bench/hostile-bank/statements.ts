/** What each customer is shown, and each crew, against what the provider has of their cards, debits and accounts. */
import { sql } from 'kysely'
import { readPayment } from '#server/payments/receipt-queries.ts'
import { objectsOf } from './double-objects.ts'
import type { House } from './house.ts'
import type { Sown } from './sow.ts'

type Sums = {
  readonly given: number
  readonly owed: number
  readonly chargedBack: number
  readonly credit: number
}

/** By the receipts as their owners read them. */
export async function sameStatements(house: House, { customers }: Sown): Promise<string[]> {
  const charges = (await objectsOf(house, 'charge')).filter(({ paid }) => paid === true)
  const disputes = (await objectsOf(house, 'dispute')).filter(({ status }) => status !== 'won')
  const byCustomer = Map.groupBy(charges, ({ customer }) => customer ?? '')
  const takenBack = Map.groupBy(disputes, ({ charge }) => charge ?? '')
  const differences: string[] = []
  for (const customer of customers) {
    const ours = await shownTo(house, customer)
    const theirs = byCustomer.get(customer.providerCustomerId) ?? []
    const back = theirs.flatMap(({ id }) => takenBack.get(id) ?? [])
    const booked = await bookedOf(house, customer.scope.userId)
    const pairs = [
      ['gave', ours.given, sumOf(theirs, ({ amount, amount_refunded }) => amount! - (amount_refunded ?? 0))],
      ['had taken back by the bank', ours.chargedBack, sumOf(back, ({ amount }) => amount!)],
      ['owes', ours.owed, booked.receivable],
      ['has credit of', ours.credit, booked.credit],
    ] as const
    for (const [what, shown, there] of pairs)
      if (shown !== there)
        differences.push(
          `customer ${customer.scope.userId}: ${what} ${shown} cents as it is shown, really ${there}`,
        )
    if (booked.credit < 0) differences.push(`customer ${customer.scope.userId}: credit below nothing`)
    for (const { id, amount, amount_refunded } of theirs)
      if ((amount_refunded ?? 0) + sumOf(takenBack.get(id) ?? [], (dispute) => dispute.amount!) > amount!)
        differences.push(`charge ${id}: more came back than was given`)
  }
  return differences
}

/** What a crew's bank got is what its payouts say, and nothing lies with the provider at the end. */
export async function sameCrewStatements(house: House): Promise<string[]> {
  const { rows } = await sql<{ account: string; paid: number; returned: number }>`
    select account.account_id as account,
      coalesce(sum(payout.amount_cents) filter (where payout.state = 'paid'), 0)::bigint as paid,
      coalesce(sum(payout.amount_cents) filter (where payout.state = 'returned'), 0)::bigint as returned
    from payout_account account left join payout on payout.crew_id = account.user_id group by 1
  `.execute(house.app.db)
  const differences: string[] = []
  for (const { account, paid, returned } of rows) {
    const sent = (await objectsOf(house, 'payout', account)).filter(({ status }) => status === 'paid')
    const lines = await objectsOf(house, 'balance_transaction', account)
    const [got, lies] = [sumOf(sent, ({ amount }) => amount!), sumOf(lines, ({ net }) => net ?? 0)]
    if (got !== paid) differences.push(`crew ${account}: ${paid} cents as it is shown, the bank got ${got}`)
    if (lies !== returned)
      differences.push(`crew ${account}: ${lies} cents lie with the provider, ${returned} came back`)
  }
  return differences
}

async function shownTo({ app }: House, { scope }: Sown['customers'][number]): Promise<Sums> {
  const payments = await app.db
    .selectFrom('payment')
    .where('customer_id', '=', scope.userId)
    .select(['id', 'state', 'total_cents', 'credit_cents'])
    .execute()
  const sums = { given: 0, owed: 0, chargedBack: 0, credit: 0 }
  for (const { id, state, total_cents, credit_cents } of payments) {
    const receipt = await readPayment(app, scope, id)
    if (receipt.kind !== 'receipt') throw new Error(`${id} is no receipt`)
    const back = receipt.refunds.filter((refund) => refund.state === 'succeeded')
    sums.credit += sumOf(back, ({ creditCents }) => creditCents) - credit_cents
    if (state !== 'paid') sums.owed += total_cents
    else sums.given += total_cents - sumOf(back, (refund) => refund.amountCents - refund.creditCents)
  }
  const { rows } = await sql<{ charged_back: number; given: number }>`
    select coalesce((
      select sum(chargeback.amount_cents) from chargeback join payment on payment.id = chargeback.payment_id
      where payment.customer_id = ${scope.userId} and chargeback.state <> 'won'
    ), 0)::bigint as charged_back, coalesce((
      select -sum(posting.amount_cents) from ledger_posting posting
      join ledger_account account on account.id = posting.account_id
      join ledger_journal journal on journal.id = posting.journal_id
      where account.kind = 'customer_credit' and account.owner_id = ${scope.userId} and journal.kind = 'credit_given'
    ), 0)::bigint as given
  `.execute(app.db)
  sums.chargedBack = rows[0]!.charged_back
  sums.credit += rows[0]!.given
  return sums
}

async function bookedOf({ app }: House, customerId: string) {
  const { rows } = await sql<{ receivable: number; credit: number }>`
    select coalesce(sum(posting.amount_cents) filter (where account.kind = 'customer_receivable'), 0)::bigint as receivable,
      coalesce(-sum(posting.amount_cents) filter (where account.kind = 'customer_credit'), 0)::bigint as credit
    from ledger_posting posting join ledger_account account on account.id = posting.account_id
    where account.owner_id = ${customerId}
  `.execute(app.db)
  return rows[0]!
}

function sumOf<Item>(items: readonly Item[], amount: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + amount(item), 0)
}
