/** What the operator does: gives money back for some of what was paid yesterday, and moves a day when it snows. */
import { ZERO_CENTS } from '#domain/money.ts'
import { addDays, DAY_MS, HOUR_MS, type Instant, instant } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { refundPayment } from '#server/refunds/refund-payment.ts'
import { pushDay } from '#server/schedule/push-day.ts'
import { undoPushedDay } from '#server/schedule/undo-push.ts'
import { today } from './people.ts'
import { attempt, type World } from './world.ts'

export async function decideOfOperator(world: World, day: number): Promise<void> {
  if (world.chance.happens(world.habits.pushesDay, day, 'snow')) await pushTomorrow(world, day)
  const paid = await world.host
    .app()
    .db.selectFrom('payment')
    .innerJoin('users', 'users.id', 'payment.customer_id')
    .where('payment.state', '=', 'paid')
    .where('payment.paid_at', '>', toTimestamp((world.clock.now() - DAY_MS) as Instant))
    .where('payment.total_cents', '>', ZERO_CENTS)
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
        paymentId: id,
        ...(isWhole ? {} : { amountCents }),
        reason: 'A bin was left at the curb.',
        clawsBackCrewPay: chance.happens(0.4, email, day, 'clawback'),
      }),
    )
  }
}

/** One snow day in three melts away: it is undone within the hour. */
async function pushTomorrow(world: World, day: number): Promise<void> {
  const { operator } = world
  const date = addDays(today(world), 1)
  const push = { marketId: operator.marketId, date, to: addDays(date, 1), area: null, serviceKeys: null }
  const pushed = await attempt(world, 'push day', (app) =>
    pushDay(app, operator, { ...push, reason: 'snow', note: '' }),
  )
  if (pushed === null || !world.chance.happens(0.33, day, 'melts')) return
  world.later.push({
    at: instant(world.clock.now() + HOUR_MS),
    run: () => attempt(world, 'undo push', (app) => undoPushedDay(app, operator, pushed.pushedDayId)),
  })
}
