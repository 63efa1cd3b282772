/**
 * Who pays by invoice in the demo city: the cast's customer, with one paid by card and one partly credited; a
 * portfolio near its limit, with a check and a debit on its way; and one that is forty days late.
 */
import type { InvoiceId, PaymentId } from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import {
  addDays,
  dateAt,
  type Instant,
  instantAt,
  type LocalDate,
  localTime,
  mondayOf,
  weekdayOf,
} from '#domain/time.ts'
import type { App } from '#server/app.ts'
import { bookWeeklyJobs } from '#server/jobs/book-weekly-jobs.ts'
import { tokeniseDemoBankAccount, tokeniseDemoCard } from '#server/payments/save-card.ts'
import { payInvoice } from '#server/receivables/pay-invoice.ts'
import { readInvoice } from '#server/receivables/read-invoices.ts'
import { recordPayment } from '#server/receivables/record-payment.ts'
import { setTerms } from '#server/receivables/set-terms.ts'
import { refundPayment } from '#server/refunds/refund-payment.ts'
import { CAST } from './cast-city.ts'
import type { CrewPlan } from './city.types.ts'
import { takeJob } from './crew-choices.ts'
import { liveDay } from './day.ts'
import { daysBefore, later } from './demo-moments.ts'
import { grant, INVOICED, walkerOf } from './invoiced-city.ts'
import { joinCrew, joinCustomer } from './people.ts'
import { attempt, type LivingCustomer, tick, type World } from './world.ts'

/** Billed so many days ago and due fifteen days later, it is forty days late. */
const BILLED_DAYS_AGO = 55
const NET_DAYS = 15
const LIMIT_CENTS = 500_000
/** Of a limit of which this share is used, not much is left. */
const NEARLY = 0.93

/** When the life of the demo city begins: before the weeks that are lived day by day. */
export function prehistoryOf(today: LocalDate): LocalDate {
  return addDays(mondayOf(addDays(today, -BILLED_DAYS_AGO)), -6)
}

export function planInvoices(world: World, now: Instant): void {
  const at = (days: number, time: string, run: () => Promise<unknown>) =>
    later(world, daysBefore(world, now, days, time), run)
  const { portfolio } = INVOICED
  at(20, '14:05', () => grantTerms(world, CAST.customer, MARIA))
  at(9, '11:20', () => payByCard(world, CAST.customer))
  at(4, '15:35', () => creditSome(world, CAST.customer))
  at(25, '10:30', () => grantTerms(world, portfolio, DANA))
  at(8, '13:50', () => payByCheck(world, portfolio))
  at(2, '16:20', () => lowerLimit(world, portfolio))
  at(1, '15:10', () => payByDebit(world, portfolio))
}

/** One night of work for somebody who was billed for it and never paid. */
export async function liveBefore(world: World, today: LocalDate): Promise<void> {
  const crewPlan = walkerOf(world.city)
  if (crewPlan === undefined) return
  const tuesday = prehistoryOf(today)
  const at = (date: LocalDate, time: string) => instantAt(date, localTime(time), world.zone)
  await tick(world, at(tuesday, '08:00'))
  await bookOneNight(world, crewPlan, addDays(tuesday, 1))
  const date = addDays(tuesday, 1)
  // Chance has no say in whether the night is worked.
  const sure = { ...world, showcase: world.showcase && { ...world.showcase, crewKey: crewPlan.key } }
  await liveDay(sure, { day: -1, date, until: at(addDays(date, 1), '00:00'), isHourly: false })
  await tick(world, at(addDays(tuesday, 6), '06:10'))
  world.customers.delete(INVOICED.late)
  world.crews.delete(crewPlan.key)
}

async function bookOneNight(world: World, crewPlan: CrewPlan, date: LocalDate): Promise<void> {
  await joinCustomer(world, await grant(crewPlan))
  const customer = world.customers.get(INVOICED.late)
  const crew = await joinCrew(world, crewPlan)
  if (customer === undefined || crew === null) return
  await grantTerms(world, INVOICED.late, GRANT)
  const booked = await attempt(world, 'book', async (app) => {
    const { id } = await app.db
      .selectFrom('property')
      .where('customer_id', '=', customer.scope.userId)
      .select('id')
      .executeTakeFirstOrThrow()
    return bookWeeklyJobs(app, customer.scope, {
      items: [
        {
          propertyIds: [id],
          serviceKey: 'valet_trash',
          weekdays: [weekdayOf(date)],
          quantity: 60,
          windowStart: null,
          windowEnd: null,
        },
      ],
      startsOn: date,
      endsOn: date,
      notes: '',
      skipDuplicates: true,
    })
  })
  await tick(world, world.clock.now())
  for (const id of booked?.weeklyJobIds ?? []) await takeJob(world, crew, id, [weekdayOf(date)])
  await tick(world, world.clock.now())
}

type Papers = {
  readonly companyName: string
  readonly billingAddress: string
  readonly taxNumber: string
  readonly poNumber: string
  readonly copiesTo: string[]
}

function grantTerms(world: World, key: string, papers: Papers, limitCents: number = LIMIT_CENTS) {
  return withCustomer(world, key, 'grant terms', (app, { scope }) =>
    setTerms(app, world.operator, {
      customerId: scope.userId,
      netDays: NET_DAYS,
      period: 'weekly',
      creditLimitCents: limitCents,
      ...papers,
    }),
  )
}

function payByCard(world: World, key: string) {
  return withOldest(world, key, 'pay invoice', async (app, { scope }, invoice) => {
    const card = { number: '4242424242424242', expiresMonth: 12, expiresYear: 2032, cvc: '123' }
    const { setupToken } = await tokeniseDemoCard(app, { ...card, locale: scope.locale })
    return payInvoice(app, { ...invoice, setupToken, amountCents: invoice.openCents })
  })
}

/** The bank has four days for it. */
function payByDebit(world: World, key: string) {
  return withOldest(world, key, 'pay invoice', async (app, { scope }, invoice) => {
    const account = { routingNumber: '110000000', accountNumber: '000123456789', isAgreed: true }
    const { setupToken } = await tokeniseDemoBankAccount(app, { ...account, locale: scope.locale })
    return payInvoice(app, { ...invoice, setupToken, amountCents: invoice.openCents })
  })
}

function payByCheck(world: World, key: string) {
  return withOldest(world, key, 'record check', (app, _customer, { invoiceId, openCents: amountCents }) => {
    const receivedOn = dateAt(world.clock.now(), world.zone)
    const check = { way: 'check', reference: 'Check 20417', receivedOn } as const
    return recordPayment(app, world.operator, { invoiceId, amountCents, ...check })
  })
}

function creditSome(world: World, key: string) {
  return withOldest(world, key, 'credit note', (app, _customer, { paymentId, openCents }) =>
    refundPayment(app, world.operator, {
      paymentId,
      amountCents: Math.min(850, openCents),
      reason: 'The bins of the carriage house stayed out on Thursday.',
      clawsBackCrewPay: false,
    }),
  )
}

/** The operator has looked at what is open. */
async function lowerLimit(world: World, key: string): Promise<void> {
  const openCents = await withCustomer(world, key, 'look at terms', async (app, { scope }) => {
    const rows = await app.db
      .selectFrom('invoice')
      .where('customer_id', '=', scope.userId)
      .where('closed_at', 'is', null)
      .select(['total_cents', 'paid_cents', 'credited_cents'])
      .execute()
    return rows.reduce((sum, row) => sum + row.total_cents - row.paid_cents - row.credited_cents, 0)
  })
  if (openCents === null || openCents === 0) return
  await grantTerms(world, key, DANA, Math.ceil(openCents / NEARLY / 1_000) * 1_000)
}

type OpenInvoice = {
  readonly invoiceId: InvoiceId
  readonly paymentId: PaymentId
  readonly openCents: Cents
  readonly goId: string
}

/** Of the oldest that is open, if there is one by then. */
function withOldest<Result>(
  world: World,
  key: string,
  what: string,
  act: (app: App, customer: LivingCustomer, invoice: OpenInvoice) => Promise<Result>,
) {
  return withCustomer(world, key, what, async (app, customer) => {
    const row = await app.db
      .selectFrom('invoice')
      .where('customer_id', '=', customer.scope.userId)
      .where('closed_at', 'is', null)
      .orderBy('due_on')
      .orderBy('number')
      .select(['id', 'payment_id'])
      .executeTakeFirst()
    if (row === undefined) return null
    const { openCents, payPath } = await readInvoice(app, customer.scope, row.id)
    const invoice = { invoiceId: row.id, paymentId: row.payment_id, openCents: cents(openCents) }
    return act(app, customer, { ...invoice, goId: payPath!.slice('/go/'.length) })
  })
}

async function withCustomer<Result>(
  world: World,
  key: string,
  what: string,
  act: (app: App, customer: LivingCustomer) => Promise<Result>,
): Promise<Result | null> {
  const customer = world.customers.get(key)
  return customer === undefined ? null : attempt(world, what, (app) => act(app, customer))
}

const MARIA: Papers = {
  companyName: 'Vargas Homes LLC',
  billingAddress: '3015 Tejon St\nDenver, CO 80211',
  taxNumber: '84-3310927',
  poNumber: 'PO-2118',
  copiesTo: ['books@vargas-homes.example.test'],
}
const DANA: Papers = {
  companyName: 'Larimer Row Apartments LLC',
  billingAddress: 'Attn: Accounts payable\n1720 Platte St, Denver, CO 80202',
  taxNumber: '84-2871164',
  poNumber: '4500-0917',
  copiesTo: ['ap@larimer-row.example.test', 'controller@larimer-row.example.test'],
}
const GRANT: Papers = {
  companyName: 'Alpine View HOA',
  billingAddress: '880 Galapago St\nDenver, CO 80204',
  taxNumber: '',
  poNumber: '',
  copiesTo: ['treasurer@alpine-view.example.test'],
}
