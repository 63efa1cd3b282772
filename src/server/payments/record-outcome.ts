/** Follows the dunning graph when a charge failed or succeeded: mails, retries, pausing and resuming the service. */
import { type DunningFollowUp, type DunningState, decideDunning } from '#domain/billing/dunning.ts'
import { cents, formatCents } from '#domain/money.ts'
import type { BusinessSettings } from '#domain/settings/settings.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import {
  confirmTexts,
  debitReturnedTexts,
  declinedTexts,
  notifyBesideMail,
  receiptTexts,
} from '../notices/notify-of-money.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { enqueue } from '../tasks/queue.ts'
import { type LockedPayment, markDeclined, type Payer, readPayer } from './payment-queries.ts'
import { paymentTexts } from './texts.ts'
import { mintUpdateBillingToken } from './token-queries.ts'

type Failure = {
  readonly isRetry: boolean
  /** The provider's word, or `no_card`. */
  readonly declineCode: string
  readonly now: Instant
  /** The attempt was counted when it began. */
  readonly isCounted?: boolean
  /** A bank account was to pay, and its bank said no, perhaps days later. */
  readonly isDebit?: boolean
}

/** A try of the customer's own, after the first failure, moves no deadline: only our retries do. */
export async function recordFailure(
  app: App,
  trx: Db,
  payment: LockedPayment,
  failure: Failure,
): Promise<void> {
  const { isRetry, declineCode, now, isCounted = false, isDebit = false } = failure
  const attempts = isCounted ? payment.attempts : payment.attempts + 1
  const isStep = isRetry || payment.failed_retries === 0
  const customer = await readPayer(trx, payment.customer_id)
  const firstFailedAt = payment.first_failed_at ?? now
  const failedRetries = payment.failed_retries + (isStep ? 1 : 0)
  const settings = await settingsAt(trx, customer.market_id, firstFailedAt)
  const step = isStep
    ? decideDunning({
        state: dunningStateOf(payment, settings),
        event: 'charge_failed',
        failedAttempts: failedRetries,
        firstFailedAt,
        zone: customer.time_zone,
        settings,
      })
    : null
  await markDeclined(trx, payment.id, {
    attempts,
    declineCode,
    firstFailedAt,
    failedRetries,
    nextAttemptAt: step?.retryAt,
  })
  if (step !== null)
    await followUp(app, trx, {
      payment,
      customer,
      now,
      declineCode,
      isDebit,
      followUps: step.followUps,
      step: failedRetries,
    })
}

/** What follows a payment that was just written as paid. */
export async function recordSuccess(app: App, trx: Db, payment: LockedPayment, now: Instant): Promise<void> {
  const customer = await readPayer(trx, payment.customer_id)
  const settings = await settingsAt(trx, customer.market_id, payment.first_failed_at ?? now)
  const step = decideDunning({
    state: dunningStateOf(payment, settings),
    event: 'charge_succeeded',
    failedAttempts: payment.failed_retries,
    firstFailedAt: payment.first_failed_at ?? now,
    zone: customer.time_zone,
    settings,
  })
  const followUps = step?.followUps ?? []
  await followUp(app, trx, { payment, customer, now, declineCode: null, isDebit: false, followUps, step: 0 })
}

/** True once every retry of a payment has failed: its customer's weekly jobs stand still. */
function hasEnded(failedRetries: number, settings: BusinessSettings): boolean {
  return failedRetries > settings.dunningRetryDays.length
}

/** By what held when the payment failed first: a change moves no dunning that is under way. */
function dunningStateOf({ failed_retries }: LockedPayment, settings: BusinessSettings): DunningState {
  if (failed_retries === 0) return 'due'
  return hasEnded(failed_retries, settings) ? 'paused' : 'retrying'
}

type Dunned = {
  readonly payment: LockedPayment
  readonly customer: Payer
  readonly now: Instant
  readonly declineCode: string | null
  readonly isDebit: boolean
  readonly followUps: readonly DunningFollowUp[]
  readonly step: number
}

type Consumer = (app: App, trx: Db, dunned: Dunned) => Promise<void>

/** A follow-up of the graph that nobody does here would not compile. */
const CONSUMERS: Readonly<Record<DunningFollowUp, Consumer>> = {
  ask_customer_to_update_card: askForCard,
  send_receipt: sendReceipt,
  pause_weekly_jobs: reconsiderService,
  resume_weekly_jobs: reconsiderService,
}

async function followUp(app: App, trx: Db, dunned: Dunned): Promise<void> {
  for (const each of dunned.followUps) await CONSUMERS[each](app, trx, dunned)
}

/** The task sees by the payments that stand whether the customer's jobs rest, and notifies the crews. */
function reconsiderService(_app: App, trx: Db, { payment, customer, now, followUps }: Dunned): Promise<void> {
  const isPause = followUps.includes('pause_weekly_jobs')
  const dedupeKey = `${payment.id}:${isPause}`
  return enqueue(trx, 'apply_service_pause', { customerId: customer.id }, { now, dedupeKey })
}

async function sendReceipt(app: App, trx: Db, { payment, customer, now }: Dunned): Promise<void> {
  await enqueue(
    trx,
    'send_mail',
    {
      key: `receipt:${payment.id}`,
      to: customer.email,
      userId: customer.id,
      receiptOf: payment.id,
      ...paymentTexts[customer.locale].receipt({
        name: customer.name,
        amount: formatCents(cents(payment.total_cents)),
        period: periodOf(payment),
        url: `${app.config.http.origin}/account/payments/${payment.id}`,
      }),
    },
    { now },
  )
  await notifyBesideMail(trx, {
    to: customer.id,
    event: 'payment',
    key: `receipt:${payment.id}`,
    texts: receiptTexts(payment.total_cents),
    url: `/account/payments/${payment.id}`,
    now,
  })
}

/** A bank that wants to be answered by its customer is answered on our page; any other refusal asks for another card. */
async function askForCard(app: App, trx: Db, dunned: Dunned): Promise<void> {
  const { payment, customer, now, followUps, step, declineCode, isDebit } = dunned
  const isPaused = followUps.includes('pause_weekly_jobs')
  const isQuestion = declineCode === 'authentication_required'
  const texts = paymentTexts[customer.locale]
  const amount = formatCents(cents(payment.total_cents))
  const { origin } = app.config.http
  const mail = isQuestion
    ? texts.confirm({ name: customer.name, amount, isPaused, url: `${origin}/billing` })
    : (isDebit ? texts.debitReturned : texts.declined)({
        name: customer.name,
        amount,
        isPaused,
        url: `${origin}/update-billing?token=${await mintUpdateBillingToken(trx, customer.id, now)}`,
      })
  const textsOf = isQuestion ? confirmTexts : isDebit ? debitReturnedTexts : declinedTexts
  const key = `declined:${payment.id}:${step}`
  await enqueue(trx, 'send_mail', { key, to: customer.email, userId: customer.id, ...mail }, { now })
  await notifyBesideMail(trx, {
    to: customer.id,
    event: 'payment',
    key,
    texts: textsOf(payment.total_cents, isPaused),
    url: '/billing',
    now,
  })
}

export function periodOf({
  period_start: from,
  period_end: to,
}: Pick<LockedPayment, 'period_start' | 'period_end'>): string {
  return from === to ? from : `${from} – ${to}`
}
