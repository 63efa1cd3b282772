/** What the books of the demo city found one night, and what its operator found out about it. */
import { cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import { demoBankOf } from '#server/ports/bank/embedded.ts'
import { listDifferences } from '#server/reconcile/difference-queries.ts'
import { saveExplanation } from '#server/reconcile/save-explanation.ts'
import { daysBefore, later } from './demo-moments.ts'
import { attempt, type World } from './world.ts'

const HELD_CENTS = cents(4_500)
const NOTE =
  'Held by hand at the provider while a customer was on the phone. The order was booked here a minute later, with a hold of its own; this one lapses within the week.'

export function planDifference(world: World, now: Instant): void {
  later(world, daysBefore(world, now, 3, '16:20'), () => holdByHand(world))
  later(world, daysBefore(world, now, 2, '09:50'), () => explain(world))
}

function holdByHand(world: World) {
  return attempt(world, 'hold by hand', async (app) => {
    const charge = await app.db
      .selectFrom('charge_attempt')
      .where('state', '=', 'succeeded')
      .orderBy('settled_at', 'desc')
      .orderBy('provider_intent_id')
      .limit(1)
      .select(['provider_customer_id', 'provider_method_id'])
      .executeTakeFirstOrThrow()
    const bank = demoBankOf(app.ports.payments)
    const { intentId } = await bank.createHold({
      key: 'held by hand',
      customerId: charge.provider_customer_id,
      methodId: charge.provider_method_id,
      amountCents: HELD_CENTS,
      currency: 'usd',
      reference: 'by hand',
      attempt: 0,
    })
    await bank.confirmHold({ key: `confirm ${intentId}`, intentId, isOffSession: true })
  })
}

function explain(world: World) {
  return attempt(world, 'explain difference', async (app) => {
    const page = await listDifferences(app.db, world.operator, { state: 'open', limit: 10 })
    for (const { id: differenceId } of page.differences)
      await saveExplanation(app, world.operator, { differenceId, note: NOTE })
  })
}
