/** Crews that wait for a payout, for tests of what the provider and banks do with it. */
import type { UserId } from '#domain/ids.ts'
import { type Instant, instant, localDate, parseInstant } from '#domain/time.ts'
import { noFaults } from '#server/ports/bank/embedded-faults.ts'
import type { Client } from './app.ts'
import { buildCrew, buildCustomer, signedIn } from './build.ts'
import { buildCompletedVisit, type MoneyTest, openMoneyTest, saveTestCard } from './build-money.ts'

const THURSDAY = parseInstant('2026-03-05T18:00:00Z')
export const MONDAY_RUN = parseInstant('2026-03-09T12:00:00Z')
export const WEDNESDAY_RUN = parseInstant('2026-03-11T12:00:00Z')

/** Stripe's test accounts of the embedded provider. */
export const BANKS = {
  good: '000123456789',
  closed: '000111111113',
  refusing: '000222222227',
  notInstant: '000999999991',
} as const

export async function openPayoutTest() {
  const test = await openMoneyTest(THURSDAY)
  const crew = await buildCrew(test.app)
  return { test, crew, client: await signedIn(test, crew) }
}

/** A visit of that Thursday; a customer with a card pays for it on Monday, one without at nobody's risk but ours. */
export async function earn(
  test: MoneyTest,
  crewId: UserId,
  { isPaid = false, ...price }: { priceCents?: number; tipCents?: number; isPaid?: boolean } = {},
) {
  const customer = await buildCustomer(test.app)
  if (isPaid) await saveTestCard(await signedIn(test, customer))
  return buildCompletedVisit(test.app, {
    crewId,
    customerId: customer.userId,
    date: localDate('2026-03-05'),
    ...price,
  })
}

/** Answers the provider's questions with this bank account. */
export async function giveBank(
  test: Pick<MoneyTest, 'bank'>,
  client: Client,
  accountNumber: string,
): Promise<void> {
  const { body } = await client.call('POST /api/connect-payout-account', { body: {} })
  const link = new URL(body.url).searchParams.get('link')!
  const answers = { legalName: 'A crew', routingNumber: '110000000', accountNumber }
  await test.bank.hostedForms.answerPayoutQuestions(link, answers)
  await client.call('GET /api/payout-account')
}

export function heal({ bank }: MoneyTest): void {
  Object.assign(bank.faults, noFaults())
}

/** Time goes by in steps, and what is due at each is done. */
export async function passTime(test: MoneyTest, ms: number, stepMs: number): Promise<void> {
  const end = test.clock.now() + ms
  for (let at: number = test.clock.now() + stepMs; at <= end; at += stepMs) await test.jumpTo(instant(at))
}

/** How often the provider is asked to do a thing, from now on. */
export function countCalls({ bank }: MoneyTest): Map<string, number> {
  const counts = new Map<string, number>()
  const { breaksLine } = bank.faults
  bank.faults.breaksLine = (call) => {
    if (call.moment === 'before') counts.set(call.operation, (counts.get(call.operation) ?? 0) + 1)
    return breaksLine(call)
  }
  return counts
}

/** What the provider has of one kind, by state. */
export async function objectsAt({ app }: MoneyTest, kind: 'transfer' | 'reversal' | 'payout') {
  const rows = await app.db
    .selectFrom('demo_bank_object')
    .where('kind', '=', kind)
    .orderBy('created_at')
    .orderBy('reference')
    .select(['id', 'state', 'amount_cents', 'reference'])
    .execute()
  return rows.map(({ amount_cents, ...row }) => ({ ...row, amountCents: amount_cents }))
}

export async function payoutsOf(client: Client) {
  return (await client.call('GET /api/crew-payments')).body.payouts
}

export function after(ms: number): Instant {
  return instant(WEDNESDAY_RUN + ms)
}
