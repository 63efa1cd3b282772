/** Builders of money: completed visits with what the books say of them, saved cards, crews that can be paid. */
import { afterAll } from 'vitest'
import type { PaymentId, UserId, VisitId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { LineItem } from '#domain/pricing/lines.ts'
import { priceOf } from '#domain/pricing/lines.ts'
import { splitLines } from '#domain/pricing/split.ts'
import { settingsOn } from '#domain/settings/book.ts'
import { DEFAULT_TIME_ZONE, dateAt, type Instant, instant, type LocalDate } from '#domain/time.ts'
import type { App } from '#server/app.ts'
import { emptyTables } from '#server/db/app-role.ts'
import { toJson, toTimestamp } from '#server/db/client.ts'
import { bookCompletedVisit } from '#server/ledger/book-completed-visit.ts'
import { demoBankOf } from '#server/ports/bank/embedded.ts'
import { noFaults } from '#server/ports/bank/embedded-faults.ts'
import type { Movement } from '#server/ports/payments/port.ts'
import { settingsTimeline } from '#server/settings/read-settings.ts'
import { type Client, createTestApp, type TestApp } from './app.ts'
import { buildCrew } from './build.ts'
import { type BuiltJob, buildVisit, buildWeeklyJob } from './build-work.ts'
import { asOwner } from './database.ts'

/** Test cards of the embedded provider. */
export const CARDS = {
  good: '4242424242424242',
  otherGood: '5555555555554444',
  declinesAtSaving: '4000000000000002',
  insufficientFunds: '4000000000009995',
  expired: '4000000000000069',
  declinesAtCharging: '4000000000000341',
  needsHolder: '4000002760003184',
  asksAtSaving: '4000002500003155',
} as const

type CompletedInput = {
  customerId?: UserId
  crewId?: UserId
  job?: BuiltJob
  date?: LocalDate
  completedAt?: Instant
  priceCents?: number
  couponCents?: number
  taxCents?: number
  tipCents?: number
}

export type BuiltCompletedVisit = {
  readonly visitId: VisitId
  readonly customerId: UserId
  readonly crewId: UserId
  readonly job: BuiltJob
}

/** A weekly visit that was completed now for $20 unless told otherwise, booked as the product books it. */
export async function buildCompletedVisit(
  app: App,
  input: CompletedInput = {},
): Promise<BuiltCompletedVisit> {
  const completedAt = input.completedAt ?? app.ports.clock.now()
  const job =
    input.job ??
    (await buildWeeklyJob(app, input.customerId === undefined ? {} : { customerId: input.customerId }))
  const crewId = input.crewId ?? (await buildCrew(app)).userId
  const date = input.date ?? dateAt(completedAt, DEFAULT_TIME_ZONE)
  const visitId = await buildVisit(app, job, { date, crewId, state: 'in_progress' })
  const lines = linesOf(input)
  const settings = settingsOn(await settingsTimeline(app.db, null), date, DEFAULT_TIME_ZONE)
  const { crewPayCents } = splitLines(lines, settings)
  await app.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('visit')
      .set({
        state: 'completed',
        completed_at: toTimestamp(completedAt),
        price_lines: toJson(lines),
        price_cents: priceOf(lines),
        crew_pay_cents: crewPayCents,
      })
      .where('id', '=', visitId)
      .execute()
    await bookCompletedVisit(trx, {
      visitId,
      customerId: job.customerId,
      crewId,
      lines,
      completedAt,
      settings,
    })
  })
  return { visitId, customerId: job.customerId, crewId, job }
}

/** Types a test card into the provider's form and saves it, as `/add-card` does. */
export async function saveTestCard(client: Client, number: string = CARDS.good) {
  return client.call('POST /api/save-card', { body: { setupToken: await tokenise(client, number) } })
}

export async function tokenise(client: Client, number: string): Promise<string> {
  const answer = await client.call('POST /api/demo-bank/tokenise-card', {
    body: { number, expiresMonth: 12, expiresYear: 2030, cvc: '123' },
  })
  return answer.body.setupToken
}

/** Goes through the provider's page, so that money can be sent to this user. */
export async function connectPayoutAccount(client: Client, accountNumber = '000123456789'): Promise<void> {
  const { body } = await client.call('POST /api/connect-payout-account', { body: {} })
  const link = new URL(body.url).searchParams.get('link')!
  await client.call('POST /api/demo-bank/answer-payout-questions', {
    body: { link, legalName: 'Test Crew', routingNumber: '110000000', accountNumber },
  })
  await client.call('GET /api/payout-account')
}

function linesOf({
  priceCents = 2_000,
  couponCents = 0,
  taxCents = 0,
  tipCents = 0,
}: CompletedInput): LineItem[] {
  const lines: LineItem[] = [
    { kind: 'service', amountCents: cents(priceCents) },
    { kind: 'coupon', amountCents: cents(-couponCents) },
    { kind: 'tax', amountCents: cents(taxCents) },
    { kind: 'tip', amountCents: cents(tipCents) },
  ]
  return lines.filter((line) => line.kind === 'service' || line.amountCents !== 0)
}

let shared: Promise<TestApp> | undefined

/**
 * An application whose clock can jump, on books that are empty: each test of a file begins at its own `start`, and the
 * books of a later time would be nonsense to an earlier one. One application serves the file; `close` ends the test.
 */
export async function openMoneyTest(start: Instant) {
  shared ??= createTestApp({ start })
  const test = await shared
  const bank = demoBankOf(test.app.ports.payments)
  Object.assign(bank.faults, noFaults())
  test.clock.set(start)
  await asOwner((db) => emptyTables(db, MONEY_TABLES))
  await test.work()
  return {
    ...test,
    bank,
    close: async () => {
      await test.app.db.deleteFrom('task').execute()
    },
    /** What came due meanwhile runs at `at`, each schedule once. */
    jumpTo: async (at: Instant) => {
      test.clock.set(at)
      await keepSignedIn(test.app, at)
      await test.work()
    },
  }
}

afterAll(async () => {
  await (await shared)?.close()
})

/** Whoever is signed in has just given the password again: tests of that are in `users`. */
async function keepSignedIn({ db }: App, now: Instant): Promise<void> {
  await db
    .updateTable('session')
    .set({ authenticated_at: toTimestamp(now) })
    .execute()
}

const MONEY_TABLES = [
  'task_schedule',
  'task',
  'ledger_posting',
  'ledger_journal',
  'ledger_seal',
  'ledger_seal_account',
  'ledger_seal_mark',
  'ledger_seal_market',
  'sales_tax_seal',
  'earning',
  'commission',
  'commission_spending',
  'identity_mark',
  'referral_review',
  'payout_account',
  'payment_line',
  'invoice',
  'paper_number',
  'charge_attempt',
  'refund',
  'credit_change',
  'write_off',
  'reconcile_run',
  'refund_part',
  'chargeback',
  'approval',
  'fraud_warning',
  'provider_movement',
  'payment',
  'payout',
  'demo_bank_object',
  'provider_event',
  'sales_tax_entry',
  'sales_tax_filing',
  'tax_exemption',
  'visit',
  'payment_method',
]

export type MoneyTest = Awaited<ReturnType<typeof openMoneyTest>>

export function mailsTo({ app }: MoneyTest, recipient: string) {
  return app.db
    .selectFrom('outbox_message')
    .where('recipient', '=', recipient)
    .orderBy('created_at')
    .selectAll()
    .execute()
}

export function chargesOf({ app }: MoneyTest, paymentId: PaymentId) {
  return app.db
    .selectFrom('charge_attempt')
    .where('payment_id', '=', paymentId)
    .orderBy('number')
    .selectAll()
    .execute()
}

/** What the provider itself charged for a payment, or transferred for a payout, whose transfers have numbers. */
export async function movementsFor({ bank }: MoneyTest, reference: string): Promise<Movement[]> {
  const found: Movement[] = []
  for await (const movement of bank.listMovements(instant(0)))
    if (movement.reference === reference || movement.reference?.startsWith(`${reference}:`))
      found.push(movement)
  return found
}
