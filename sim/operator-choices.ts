/** What the operator does: gives money back for some of what was paid yesterday. */
import type { PaymentId } from '#domain/ids.ts'
import { DAY_MS, type Instant } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { refundPayment } from '#server/payments/refund-payment.ts'
import { attempt, type World } from './world.ts'

export async function decideOfOperator(world: World, day: number): Promise<void> {
  const paid = await world.host
    .app()
    .db.selectFrom('payment')
    .innerJoin('users', 'users.id', 'payment.customer_id')
    .where('payment.state', '=', 'paid')
    .where('payment.paid_at', '>', toTimestamp((world.clock.now() - DAY_MS) as Instant))
    .where('payment.total_cents', '>', 0)
    .orderBy('users.email')
    .orderBy('payment.period_start')
    .select(['payment.id', 'payment.total_cents', 'users.email'])
    .execute()
  const { chance, habits, operator } = world
  for (const { id, total_cents, email } of paid) {
    if (!chance.happens(habits.refunds, email, day, 'refund')) continue
    const isWhole = chance.happens(0.3, email, day, 'whole refund')
    const amountCents = Math.max(1, Math.floor(total_cents * chance.number(email, day, 'share')))
    await attempt(world, 'refund', (app) =>
      refundPayment(app, operator, {
        paymentId: id as PaymentId,
        ...(isWhole ? {} : { amountCents }),
        reason: 'A bin was left at the curb.',
        clawsBackCrewPay: chance.happens(0.4, email, day, 'clawback'),
      }),
    )
  }
}
