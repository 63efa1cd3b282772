/** What banks took back of the demo city: one that waits for an answer, one won, one lost; a warning; a failed refund. */
import { sql } from 'kysely'
import type { PaymentId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { sendEvidence } from '#server/chargeback-desk/send-evidence.ts'
import { receiveChargeback, receiveFraudWarning } from '#server/chargebacks/receive-chargeback.ts'
import { demoBankOf } from '#server/ports/bank/embedded.ts'
import { refundPayment } from '#server/refunds/refund-payment.ts'
import { CAST } from './cast-city.ts'
import { daysBefore, later, shortlyBefore } from './demo-moments.ts'
import { attempt, type World } from './world.ts'

/** Of the nine days that a bank gives, one is left. */
const OPENED_DAYS_AGO = 8
const NOTE = 'The photos show the work; the customer wrote to the crew on that day and did not complain.'

export function planChargebacks(world: World, now: Instant): void {
  later(world, daysBefore(world, now, 13, '09:15'), () =>
    fight(world, daysBefore(world, now, 5, '10:40'), 'won'),
  )
  later(world, daysBefore(world, now, 12, '09:15'), () =>
    fight(world, daysBefore(world, now, 4, '16:05'), 'lost'),
  )
  later(world, daysBefore(world, now, OPENED_DAYS_AGO, '15:30'), () =>
    takeBack(world, 'product_not_received'),
  )
  // After the operator has looked at what failed before, and gives it another way.
  later(world, shortlyBefore(world, now, 35), () => failRefund(world))
  later(world, daysBefore(world, now, 1, '11:05'), () => warn(world))
}

/** Answered at once; the bank decides later. */
async function fight(world: World, decidedAt: Instant, end: 'won' | 'lost'): Promise<void> {
  const taken = await takeBack(world, end === 'won' ? 'product_not_received' : 'fraudulent')
  if (taken === null) return
  const { chargebackId, providerId } = taken
  await attempt(world, 'send evidence', (app) =>
    sendEvidence(app, world.operator, { chargebackId, note: NOTE, without: [] }),
  )
  later(world, decidedAt, () =>
    attempt(world, 'end chargeback', async (app) => {
      await demoBankOf(app.ports.payments).endChargeback(providerId, end)
      await receiveChargeback(app, providerId)
    }),
  )
}

function takeBack(world: World, reason: string) {
  return attempt(world, 'chargeback', async (app) => {
    const { intentId } = await nextPayment(world)
    const { chargebackId: providerId } = await demoBankOf(app.ports.payments).openChargeback({
      intentId,
      reason,
    })
    await receiveChargeback(app, providerId)
    const { id: chargebackId } = await app.db
      .selectFrom('chargeback')
      .where('provider_chargeback_id', '=', providerId)
      .select('id')
      .executeTakeFirstOrThrow()
    return { chargebackId, providerId }
  })
}

function warn(world: World) {
  return attempt(world, 'fraud warning', async (app) => {
    const { intentId } = await nextPayment(world)
    const { warningId } = await demoBankOf(app.ports.payments).warnOfFraud({ intentId })
    await receiveFraudWarning(app, warningId)
  })
}

function failRefund(world: World) {
  return attempt(world, 'failed refund', async (app) => {
    const { paymentId } = await nextPayment(world)
    const { faults } = demoBankOf(app.ports.payments)
    const before = faults.failRefund
    faults.failRefund = () => 'lost_or_stolen_card'
    try {
      await refundPayment(app, world.operator, {
        paymentId,
        amountCents: 500,
        reason: 'The bins came back late.',
        clawsBackCrewPay: false,
      })
    } finally {
      faults.failRefund = before
    }
  })
}

/** What a card paid lately in the operator's city, of a customer that none of this happened to; the cast's customer has other troubles. */
async function nextPayment(world: World) {
  const cast = world.customers.get(CAST.customer)!.scope.userId
  const { db } = world.host.app()
  const { rows } = await sql<{ id: PaymentId; intent_id: string }>`
    select payment.id, payment.provider_intent_id as intent_id from payment
    where state = 'paid' and provider_intent_id is not null and refunded_cents = 0 and total_cents >= 1000
      and customer_id <> ${cast} and kind = 'weekly'
      and customer_id in (select users.id from users where users.market_id = ${world.operator.marketId}) and not exists (
        select from payment other
        left join chargeback on chargeback.payment_id = other.id
        left join fraud_warning on fraud_warning.payment_id = other.id
        left join refund on refund.payment_id = other.id
        where other.customer_id = payment.customer_id
          and coalesce(chargeback.id::text, fraud_warning.id, refund.id::text) is not null
      )
    order by paid_at desc, id limit 1
  `.execute(db)
  const [payment] = rows
  if (payment === undefined) throw new Error('nobody has paid yet')
  return { paymentId: payment.id, intentId: payment.intent_id }
}
