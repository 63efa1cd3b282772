/** What happens while the provider lies: money back, chargebacks, holders who answer, processes that die. */
import type { PaymentId, UserId } from '#domain/ids.ts'
import { ZERO_CENTS } from '#domain/money.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { inTransaction } from '#server/db/client.ts'
import { payDue } from '#server/payments/pay-due.ts'
import { reserveRefund } from '#server/refunds/refund-payment.ts'
import { Refused } from '#server/refused.ts'
import { clientOf } from '#testing/stripe/double-process.ts'
import { createChance } from '../../sim/chance.ts'
import { count, type Deeds } from './deeds.ts'
import { objectsOf } from './double-objects.ts'
import type { House } from './house.ts'
import type { Sown } from './sow.ts'
import { leaveUnanswered, makeMischief, payCrews, type Storm, withhold } from './mischief.ts'
import { moneyLeft } from './work-left.ts'

/** Shares of all calls. */
const CHAOS = {
  lost_request: 0.006,
  lost_answer: 0.006,
  rate_limit: 0.006,
  conflict: 0.004,
  server_error: 0.005,
  server_error_kept: 0.005,
  slow: 0.004,
  late: 0.004,
  hang: 0.000_2,
  ms: 150,
} as const
const WEBHOOKS = { lost: 0.05, twice: 0.05, delayMs: 2_000 } as const
/** Webhooks that arrive before the call has its answer make every call slow: so it is in a fifth of the turns. */
const BEFORE_ANSWER_EVERY_TICKS = 5
const TICK_MS = 500
/** By the clock of the house, at each tick. */
const STEP_MS = 2 * MINUTE_MS
const KILL_EVERY_TICKS = 8
/** Of so many something becomes, at most so many at each tick. */
const ACTS_PER_CHARGE = 0.15
const MOST_ACTS = 12
const DOUBLE_DIES_EVERY_TICKS = 60
/** So many turns at least, so that what follows a charge meets lies as well. */
const FEWEST_TICKS = 24
const DARK_TICK = 16
/** Longer than the provider remembers a key. */
const DARK_MS = 25 * HOUR_MS

/** Until every charge has an answer, but for those of banks that take days. */
export async function rage(house: House, sown: Sown, seed: number): Promise<Deeds> {
  const chance = createChance(seed)
  const deeds: Deeds = new Map()
  const slow = [...sown.askedCustomers, ...sown.debitedCustomers]
  await lie(house, seed)
  const doubleDiesAt = chance.whole(6, 14, 'double')
  const acts = { due: 0, paid: 0 }
  for (let tick = 1; ; tick++) {
    const left = await moneyLeft(house, slow)
    acts.due += (left.paid - acts.paid) * ACTS_PER_CHARGE
    acts.paid = left.paid
    if (tick > FEWEST_TICKS && left.charges === 0 && acts.due < 1) break
    await new Promise((resolve) => setTimeout(resolve, TICK_MS))
    if (tick % DOUBLE_DIES_EVERY_TICKS === doubleDiesAt) await house.killDouble()
    else if (chance.happens(1 / KILL_EVERY_TICKS, 'kill', tick))
      await house.killServer(chance.whole(0, 1, 'which', tick))
    await house.command('webhooks', { isBeforeAnswer: tick % BEFORE_ANSWER_EVERY_TICKS === 0 })
    await house.passTime(STEP_MS)
    const context = { house, sown, chance, deeds, tick }
    for (let act = 0; act < MOST_ACTS && acts.due >= 1; act++, acts.due--) await actOnPaid(context, act)
    if (tick % 3 === 0) await answerBank(context)
    await makeMischief(context)
    if (tick !== DARK_TICK) continue
    await leaveUnanswered(context, (act) => actOnPaid(context, MOST_ACTS + act))
    await house.darkness(DARK_MS)
    await lie(house, seed + 1)
  }
  await withhold(house, false)
  // A day under way, and the keys of before forgotten.
  await payCrews(house, sown)
  for (let step = 0; step < 6; step++) {
    await house.passTime(5 * HOUR_MS)
    await house.killServer(step % 2)
    await new Promise((resolve) => setTimeout(resolve, 4 * TICK_MS))
  }
  return deeds
}

async function lie(house: House, seed: number): Promise<void> {
  await house.command('chaos', { ...CHAOS, seed })
  await house.command('webhooks', WEBHOOKS)
}

async function actOnPaid({ house, sown, chance, deeds, tick }: Storm, act: number): Promise<void> {
  const paid = await somePaid(house, chance.number('paid', tick, act))
  if (paid === undefined) return
  const drawn = chance.number('act', tick, act)
  const isWhole = chance.happens(0.3, 'whole', tick, act)
  const part = Math.max(1, Math.floor(paid.total_cents * chance.number('part', tick, act)))
  if (drawn < 0.6) {
    const fails = chance.happens(0.15, 'fails', tick, act)
    if (fails)
      await house.command('fail_next_refund', { after_seconds: chance.whole(0, 90_000, 'after', tick, act) })
    const asked = await refund(house, sown.operator.userId, {
      paymentId: paid.id,
      amountCents: isWhole ? undefined : part,
      clawsBackCrewPay: chance.happens(0.5, 'crew', tick, act),
    })
    count(deeds, 'refunds asked', asked)
    if (fails) count(deeds, 'refunds that will fail', asked)
    return
  }
  const charge = await chargeOf(house, paid.provider_intent_id)
  if (charge === undefined) return
  if (drawn < 0.75) {
    const amount = isWhole ? undefined : part
    count(deeds, 'refunds by the dashboard', await done(house, 'refund_in_dashboard', { charge, amount }))
  } else if (drawn < 0.92) {
    count(deeds, 'chargebacks', await done(house, 'dispute', { charge }))
  } else {
    count(deeds, 'early warnings of fraud', await done(house, 'warn_of_fraud', { charge }))
  }
}

/** One whose money nobody has touched yet. */
function somePaid({ app }: House, place: number) {
  return app.db
    .selectFrom('payment')
    .where('state', '=', 'paid')
    .where('total_cents', '>', ZERO_CENTS)
    .where('refunded_cents', '=', ZERO_CENTS)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('chargeback')
            .select('chargeback.id')
            .whereRef('chargeback.payment_id', '=', 'payment.id'),
        ),
      ),
    )
    .orderBy('id')
    .where(
      'id',
      '>=',
      `${Math.floor(place * 255)
        .toString(16)
        .padStart(2, '0')}000000-0000-0000-0000-000000000000` as PaymentId,
    )
    .limit(1)
    .select(['id', 'total_cents', 'provider_intent_id'])
    .executeTakeFirst()
}

async function refund(
  { app }: House,
  operatorId: UserId,
  wanted: { paymentId: PaymentId; amountCents: number | undefined; clawsBackCrewPay: boolean },
): Promise<number> {
  try {
    await inTransaction(
      app.db,
      (trx) => reserveRefund(app, trx, operatorId, { ...wanted, reason: 'It was not done well.' }),
      { isolation: 'read committed' },
    )
    return 1
  } catch (error) {
    if (error instanceof Refused) return 0
    throw error
  }
}

/** The double refuses what a bank would: more back than was paid. */
async function done(house: House, command: string, body: object): Promise<number> {
  return house.command(command, body).then(
    () => 1,
    () => 0,
  )
}

async function chargeOf({ app }: House, intentId: string | null): Promise<string | undefined> {
  if (intentId === null) return undefined
  const intent = await clientOf(app.config.stripe!.apiBase!)
    .paymentIntents.retrieve(intentId)
    .catch(() => undefined)
  const charge = intent?.latest_charge
  return typeof charge === 'string' ? charge : undefined
}

/** A customer whose bank asked comes, pays on session and answers. */
async function answerBank({ house, sown, chance, deeds, tick }: Storm): Promise<void> {
  if (sown.askedCustomers.length === 0) return
  const customerId = chance.pick(sown.askedCustomers, 'asked', tick)
  try {
    const asked = await payDue(house.app, customerId)
    const secret = asked.nextAction?.clientSecret
    if (secret === undefined) return
    const id = secret.split('_secret_')[0]!
    await fetch(`${house.app.config.stripe!.apiBase}/double/authenticate/${id}?client_secret=${secret}`, {
      method: 'POST',
      body: new URLSearchParams({ result: chance.happens(0.8, 'answer', tick) ? 'complete' : 'fail' }),
      redirect: 'manual',
    })
    count(deeds, 'holders who answered their bank')
    await payDue(house.app, customerId)
  } catch (error) {
    // The double died under it: the customer comes again.
    if (!(error instanceof TypeError)) throw error
  }
}

/** Chargebacks end one way or the other, and a third of them because nobody says anything until it is too late. */
export async function decideChargebacks(house: House, seed: number, deeds: Deeds): Promise<void> {
  const chance = createChance(seed)
  for (const { id } of await objectsOf(house, 'dispute')) {
    const outcome = chance.pick(['won', 'lost', null] as const, 'outcome', id)
    count(deeds, `chargebacks ${outcome ?? 'that lapse'}`)
    if (outcome !== null) await done(house, 'decide_dispute', { dispute: id, outcome })
  }
}
