/** What cardholders and their banks do to payments of yesterday, and what the operator makes of refunds that failed. */
import { cents, ZERO_CENTS } from '#domain/money.ts'
import { DAY_MS, instant } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { demoBankOf } from '#server/ports/bank/embedded.ts'
import { retryRefund } from '#server/refunds/retry-refund.ts'
import { attempt, type World } from './world.ts'

/** The rest lapses: nobody sends evidence in time. */
const WON = 0.35
const LOST = 0.3

export async function decideOfBanks(world: World, day: number): Promise<void> {
  const { chance, habits } = world
  for (const { intentId, email, total_cents } of await paidYesterday(world)) {
    const does = (probability: number, what: string) => chance.happens(probability, email, day, what)
    const bank = () => demoBankOf(world.host.app().ports.payments)
    if (does(habits.refundsByHand, 'by hand')) {
      const amountCents = cents(Math.max(1, Math.floor(total_cents * chance.number(email, day, 'by hand'))))
      await attempt(world, 'refund by hand', () => bank().refundByHand({ intentId, amountCents }))
    } else if (does(habits.chargesBack, 'charges back')) {
      const made = await attempt(world, 'charge back', () => bank().openChargeback({ intentId }))
      if (made !== null) decideLater(world, made.chargebackId, chance.number(email, day, 'ends'))
    }
    if (does(habits.warnsOfFraud, 'warns'))
      await attempt(world, 'warn of fraud', () => bank().warnOfFraud({ intentId }))
  }
  await retryFailed(world, day)
}

function decideLater(world: World, chargebackId: string, drawn: number): void {
  if (drawn >= WON + LOST) return
  const end = drawn < WON ? 'won' : 'lost'
  world.later.push({
    at: instant(world.clock.now() + 5 * DAY_MS),
    run: () =>
      attempt(world, `chargeback ${end}`, (app) =>
        demoBankOf(app.ports.payments).endChargeback(chargebackId, end),
      ),
  })
}

/** To the card once more, or as credit. */
async function retryFailed(world: World, day: number): Promise<void> {
  const failed = await world.host
    .app()
    .db.selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .innerJoin('users', 'users.id', 'payment.customer_id')
    .where('refund.state', '=', 'failed')
    .where('refund.retried_as', 'is', null)
    .where('refund.is_from_provider', '=', false)
    .orderBy('users.email')
    .orderBy('refund.created_at')
    .orderBy('refund.amount_cents')
    .select(['refund.id', 'users.email'])
    .execute()
  for (const [index, { id: refundId, email }] of failed.entries()) {
    if (!world.chance.happens(0.5, 'retries', email, day, index)) continue
    const to = world.chance.happens(0.5, 'retries to', email, day, index) ? 'card' : 'credit'
    await attempt(world, `refund again to ${to}`, (app) => retryRefund(app, world.operator, { refundId, to }))
  }
}

/** By cards, and of which nobody has given anything back. */
async function paidYesterday(world: World) {
  const rows = await world.host
    .app()
    .db.selectFrom('payment')
    .innerJoin('users', 'users.id', 'payment.customer_id')
    .where('payment.state', '=', 'paid')
    .where('payment.paid_at', '>', toTimestamp(instant(world.clock.now() - DAY_MS)))
    .where('payment.total_cents', '>', ZERO_CENTS)
    .where('payment.refunded_cents', '=', ZERO_CENTS)
    .where('payment.provider_intent_id', 'is not', null)
    .orderBy('users.email')
    .orderBy('payment.period_start')
    .select(['payment.provider_intent_id', 'payment.total_cents', 'users.email'])
    .execute()
  return rows.map(({ provider_intent_id, ...row }) => ({ ...row, intentId: provider_intent_id! }))
}
