/** Customers with cards on file at the double, crews with accounts, weeks of finished work, billed and due. */
import type { UserId, VisitId } from '#domain/ids.ts'
import { creditGiven, visitCompleted } from '#domain/ledger/postings.ts'
import { cents } from '#domain/money.ts'
import { availableAt } from '#domain/payouts/earnings.ts'
import { type LineItem, priceOf } from '#domain/pricing/lines.ts'
import { type Split, splitLines } from '#domain/pricing/split.ts'
import { settingsOn } from '#domain/settings/book.ts'
import {
  addDays,
  DAY_MS,
  DEFAULT_TIME_ZONE,
  dateAt,
  type Instant,
  instant,
  type LocalDate,
  mondayOf,
} from '#domain/time.ts'
import { billBatch } from '#server/billing/bill-week.ts'
import { saveMethod } from '#server/cards/card-queries.ts'
import { inTransaction, toJson, toTimestamp } from '#server/db/client.ts'
import { postJournal, postJournals } from '#server/ledger/journal-queries.ts'
import { insertSale } from '#server/ledger/tax-queries.ts'
import { saveAccount, saveAccountFacts } from '#server/payout-accounts/account-queries.ts'
import { settingsTimeline } from '#server/settings/read-settings.ts'
import type { CustomerScope, OperatorScope } from '#server/scope.ts'
import { type BuiltUser, buildCrew, buildCustomer, buildOperator } from '#testing/build.ts'
import { type BuiltJob, buildWeeklyJob } from '#testing/build-work.ts'
import { clientOf } from '#testing/stripe/double-process.ts'
import type { House } from './house.ts'

/** Charges of one customer: one a week. */
const WEEKS = 8
const CUSTOMERS_PER_CREW = 25
const AT_ONCE = 8
const BATCH = 50

export type Sown = {
  readonly operator: BuiltUser<OperatorScope>
  readonly marketId: string
  readonly customers: readonly { readonly scope: CustomerScope; readonly providerCustomerId: string }[]
  /** Customers whose bank wants to see them. */
  readonly askedCustomers: readonly UserId[]
  /** Customers who are debited: it takes their banks days. */
  readonly debitedCustomers: readonly UserId[]
}

/** Of 25 customers, these have another card than a good one. */
const CARDS: Readonly<Record<number, string>> = {
  3: 'pm_card_chargeCustomerFail',
  7: 'pm_card_pendingRefund',
  11: 'pm_card_refundFail',
  13: 'pm_card_mastercard',
  17: 'pm_card_bypassPending',
  21: 'pm_usBankAccount_success',
}
const ASKED = 19
const DEBITED = 21
/** Has credit: what no card pays goes to crews out of our own balance. */
const CREDITED = 23
const CREDIT_CENTS = cents(9_000)

export async function sow(house: House, charges: number): Promise<Sown> {
  const { app } = house
  const operator = await buildOperator(app)
  const count = Math.ceil(charges / WEEKS)
  const crewCount = Math.max(4, Math.ceil(count / CUSTOMERS_PER_CREW))
  const crews = await each(crewCount, () => sowCrew(house))
  const askedCustomers: UserId[] = []
  const debitedCustomers: UserId[] = []
  const customers = await each(count, async (index) => {
    const kind = index % 25
    const { userId, email, scope } = await buildCustomer(app)
    const { methodId, providerCustomerId } = await saveCard(
      house,
      { userId, email },
      CARDS[kind] ?? 'pm_card_visa',
    )
    if (kind === ASKED) {
      await house.command('ask_owner', { payment_method: methodId })
      askedCustomers.push(userId)
    }
    if (kind === DEBITED) debitedCustomers.push(userId)
    if (kind === CREDITED) await giveCredit(house, userId)
    return {
      customerId: userId,
      scope,
      providerCustomerId,
      index,
      visits: Math.min(WEEKS, charges - index * WEEKS),
    }
  })
  for (let from = 0; from < customers.length; from += BATCH)
    await finishWork(house, operator.scope.marketId, customers.slice(from, from + BATCH), crews)
  await bill(house, operator.scope.marketId)
  return { operator, marketId: operator.scope.marketId, customers, askedCustomers, debitedCustomers }
}

async function sowCrew(house: House): Promise<UserId> {
  const { app } = house
  const { userId, email } = await buildCrew(app)
  const { accountId } = await app.ports.payments.createPayoutAccount({
    key: `account:${userId}`,
    email,
    reference: userId,
  })
  await saveAccount(app.db, userId, accountId)
  await house.command('complete_onboarding', { account: accountId, accountNumber: '000123456789' })
  const account = await app.ports.payments.readPayoutAccount(accountId)
  await saveAccountFacts(app.db, account!)
  return userId
}

/** As the customer does with the provider's own form. */
async function saveCard(
  { app }: House,
  { userId, email }: { userId: UserId; email: string },
  card: string,
): Promise<{ methodId: string; providerCustomerId: string }> {
  const { payments, clock } = app.ports
  const { customerId } = await payments.createCustomer({
    key: `customer:${userId}`,
    email,
    name: email,
    reference: userId,
  })
  const kinds = ['card', 'bank_account'] as const
  const setup = await payments.createMethodSetup({ key: `setup:${userId}`, customerId, kinds })
  const online = { ip_address: '127.0.0.1', user_agent: 'bench' }
  await clientOf(app.config.stripe!.apiBase!).setupIntents.confirm(setup.setupToken, {
    payment_method: card,
    ...(card === CARDS[DEBITED]
      ? { mandate_data: { customer_acceptance: { type: 'online' as const, online } } }
      : {}),
  })
  const saved = await payments.saveMethod({
    key: `card:${userId}`,
    customerId,
    setupToken: setup.setupToken,
  })
  if (saved.state !== 'saved') throw new Error(`${card} was not saved: ${saved.state}`)
  await saveMethod(app.db, { userId, customerId, method: saved.method, paysBills: true, now: clock.now() })
  return { methodId: saved.method.methodId, providerCustomerId: customerId }
}

async function giveCredit({ app }: House, customerId: UserId): Promise<void> {
  const given = { orderId: crypto.randomUUID(), customerId, amountCents: CREDIT_CENTS }
  const at = app.ports.clock.now()
  await inTransaction(app.db, (trx) =>
    postJournal(trx, { ...creditGiven(given), kind: 'credit_given', at, subjectId: null }),
  )
}

type Customer = { readonly customerId: UserId; readonly index: number; readonly visits: number }

/** A visit a week, finished now so that crews are paid when their customers have paid. */
async function finishWork(
  { app }: House,
  marketId: string,
  customers: readonly Customer[],
  crews: readonly UserId[],
) {
  const now = app.ports.clock.now()
  const jobs: BuiltJob[] = []
  for (const { customerId } of customers)
    jobs.push(await buildWeeklyJob(app, { customerId, state: 'cancelled' }))
  const settings = settingsOn(await settingsTimeline(app.db, null), dateOfWeek(now, 0), DEFAULT_TIME_ZONE)
  const done = customers.flatMap(({ customerId, index, visits }, at) =>
    Array.from({ length: visits }, (_, week) => {
      const lines = linesOf(index, week)
      const crewId = crews[(index + week) % crews.length]!
      const visitId = crypto.randomUUID() as VisitId
      return { visitId, customerId, crewId, job: jobs[at]!, week, lines, split: splitLines(lines, settings) }
    }),
  )
  await inTransaction(app.db, async (trx) => {
    await trx
      .insertInto('visit')
      .values(done.map((visit) => rowOf(visit, now)))
      .execute()
    await postJournals(
      trx,
      done.map((visit) => ({
        ...visitCompleted({ ...visit, marketId }),
        kind: 'visit_completed',
        at: now,
        subjectId: visit.visitId,
      })),
    )
    for (const { visitId, lines } of done)
      await insertSale(trx, { marketId, journalKey: `visit:${visitId}:completed`, visitId, lines, at: now })
    await trx
      .insertInto('earning')
      .values(
        done.map(({ crewId, visitId, split }) => ({
          crew_id: crewId,
          visit_id: visitId,
          kind: 'visit' as const,
          amount_cents: split.crewPayCents,
          earned_at: toTimestamp(now),
          available_at: toTimestamp(availableAt({ completedAt: now, paymentSucceededAt: null }, settings)),
        })),
      )
      .execute()
  })
}

type Done = { visitId: VisitId; crewId: UserId; job: BuiltJob; week: number; lines: LineItem[]; split: Split }

function rowOf({ visitId, crewId, job, week, lines, split }: Done, now: Instant) {
  const startsAt = instant(now - DAY_MS * 7 * (WEEKS - week))
  return {
    id: visitId,
    weekly_job_id: job.weeklyJobId,
    customer_id: job.customerId,
    property_id: job.propertyId,
    service_key: job.serviceKey,
    date: dateOfWeek(now, week),
    starts_at: toTimestamp(startsAt),
    ends_at: toTimestamp(instant(startsAt + DAY_MS / 2)),
    quantity: 1,
    state: 'completed' as const,
    crew_id: crewId,
    completed_at: toTimestamp(now),
    price_lines: toJson(lines),
    price_cents: priceOf(lines),
    crew_pay_cents: split.crewPayCents,
    created_at: toTimestamp(now),
  }
}

function linesOf(index: number, week: number): LineItem[] {
  const lines: LineItem[] = [
    { kind: 'service', amountCents: cents(1_500 + ((index * 37 + week * 111) % 4_000)) },
    { kind: 'tax', amountCents: cents((index + week) % 3 === 0 ? 121 : 0) },
  ]
  return lines.filter(({ amountCents }) => amountCents !== 0)
}

function dateOfWeek(now: number, week: number): LocalDate {
  return addDays(mondayOf(dateAt(instant(now), DEFAULT_TIME_ZONE)), 7 * (week - WEEKS) + 1)
}

/** As the weekly run does, week after week; the charges wait for the servers. */
async function bill({ app }: House, marketId: string): Promise<void> {
  const now = app.ports.clock.now()
  for (let week = 0; week < WEEKS; week++) {
    const from = addDays(dateOfWeek(now, week), -1)
    const run = { from, to: addDays(from, 6) }
    for (let after: UserId | null = null; ; ) {
      const batch = await app.db
        .transaction()
        .execute((trx) =>
          billBatch(trx, { marketId, zone: DEFAULT_TIME_ZONE, run, period: 'weekly', after, now }),
        )
      after = batch.lastCustomerId
      if (after === null) break
    }
  }
}

/** Several side by side, in the order of their numbers. */
async function each<Result>(count: number, act: (index: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  const next = { index: 0 }
  const work = async () => {
    for (let index = next.index++; index < count; index = next.index++) results[index] = await act(index)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return results
}
