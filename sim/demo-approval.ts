/** A refund of the demo city that is more than one person gives alone: a colleague asks, and it waits for the operator. */
import { randomCode } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import { askApproval } from '#server/approvals/ask-approval.ts'
import { toTimestamp } from '#server/db/client.ts'
import { mintScope, type OperatorScope } from '#server/scope.ts'
import { setSetting } from '#server/settings/set-setting.ts'
import { daysBefore, later, shortlyBefore } from './demo-moments.ts'
import { attempt, type World } from './world.ts'

const COLLEAGUE = { name: 'Sam Ortiz', email: 'sam.ortiz@example.test' }
const ASKED_MINUTES_AGO = 25
/** This city keeps it shorter than others. */
const ALONE_CENTS = 10_000
const REASON =
  'The valet round was late on nine nights this month. Agreed on the phone with the manager of the building.'

export function planApproval(world: World, now: Instant): void {
  let colleague: OperatorScope | null = null
  later(world, daysBefore(world, now, 9, '09:00'), async () => {
    colleague = await hire(world)
  })
  later(world, shortlyBefore(world, now, ASKED_MINUTES_AGO), async () => {
    if (colleague !== null) await askForRefund(world, colleague)
  })
}

/** Signs in as nobody: the demo has one operator whose password is known. */
async function hire(world: World): Promise<OperatorScope> {
  const { marketId, timeZone } = world.operator
  const at = toTimestamp(world.clock.now())
  const { id: userId } = await world.host
    .app()
    .db.insertInto('users')
    .values({
      ...COLLEAGUE,
      type: 'Operator',
      staff_role: 'support',
      market_id: marketId,
      password_hash: null,
      time_zone: timeZone,
      referral_code: randomCode((bytes) =>
        Uint8Array.from({ length: bytes }, (_, index) => world.chance.whole(0, 255, 'colleague', index)),
      ),
      password_changed_at: at,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return mintScope({ ...world.operator, ...COLLEAGUE, userId })
}

/** The largest payment of the city: one of a company that pays by invoice. */
function askForRefund(world: World, colleague: OperatorScope) {
  return attempt(world, 'ask approval', async (app) => {
    await setSetting(app, world.operator, {
      marketId: colleague.marketId,
      key: 'secondPersonAboveCents',
      value: ALONE_CENTS,
      inForceFrom: null,
    })
    const { id: paymentId } = await app.db
      .selectFrom('payment')
      .innerJoin('users', 'users.id', 'payment.customer_id')
      .where('users.market_id', '=', colleague.marketId)
      .where('payment.state', 'in', ['paid', 'invoiced'])
      .where('payment.refunded_cents', '=', cents(0))
      .where('payment.total_cents', '>', cents(ALONE_CENTS))
      .orderBy('payment.total_cents', 'desc')
      .orderBy('payment.id')
      .limit(1)
      .select('payment.id')
      .executeTakeFirstOrThrow()
    await askApproval(app, colleague, 'support', {
      kind: 'refund',
      paymentId,
      reason: REASON,
      clawsBackCrewPay: false,
    })
  })
}
