/** What happens to payouts and to debits: short balances, banks that send money back, accounts that are stopped. */
import { sql } from 'kysely'
import { retryRefund } from '#server/refunds/retry-refund.ts'
import { Refused } from '#server/refused.ts'
import { enqueue } from '#server/tasks/queue.ts'
import type { Chance } from '../../sim/chance.ts'
import { count, type Deeds } from './deeds.ts'
import type { House } from './house.ts'
import type { Sown } from './sow.ts'

export type Storm = {
  readonly house: House
  readonly sown: Sown
  readonly chance: Chance
  readonly deeds: Deeds
  readonly tick: number
}

/** In turns: crews are paid, in some rounds while our balance is short, and while some account is stopped. */
const ROUND_TICKS = 20
const SHORT_UNTIL = 18
const WITHHELD_CENTS = 1_000_000_000
const ACCOUNT_NUMBER = '000123456789'
const CLOSED = { code: 'account_closed' }

export async function makeMischief(storm: Storm): Promise<void> {
  const { house, sown, chance, deeds, tick } = storm
  const phase = tick % ROUND_TICKS
  if (phase === 10) {
    await withhold(house, true)
    for (let payout = 0; payout < 3; payout++) {
      const isAfterPaid = chance.happens(0.5, 'after paid', tick, payout)
      const account = await someAccount(house, chance.number('returned', tick, payout))
      await house.command('fail_next_payout', { account, ...CLOSED, isAfterPaid })
      count(deeds, `payouts that banks send back${isAfterPaid ? ' after they had arrived' : ''}`)
    }
    // Slow enough that an account is stopped in the middle of its transfers.
    await house.command('fault', { on: 'POST /v1/transfers', kind: 'slow', times: 40, ms: 1_500 })
    await payCrews(house, sown)
  }
  if (phase === 12) {
    const account = await someAccount(house, chance.number('stopped', tick))
    await house.command('demand', { account, past_due: ['individual.id_number'], disabled_reason: 'listed' })
    count(deeds, 'accounts stopped')
  }
  if (phase === SHORT_UNTIL) {
    count(deeds, 'payouts that our balance was too short for', await shortPayouts(house))
    await withhold(house, false)
    await healAccounts(house)
  }
  if (tick % 4 === 0 && chance.happens(0.5, 'debit', tick)) await failDebit(storm)
  if (chance.happens(0.1, 'decline', tick)) {
    await house.command('decline_next', { decline_code: 'insufficient_funds' })
    count(deeds, 'cards without money for once')
  }
}

export async function payCrews({ app, now }: House, { marketId }: Sown): Promise<void> {
  await enqueue(app.db, 'pay_crews', { marketId, at: now() }, { now: now() })
}

/** Calls of every kind that are acted upon and never answered; whoever asked is gone before. */
export async function leaveUnanswered(
  { house, sown, deeds }: Storm,
  refundOne: (index: number) => Promise<void>,
): Promise<void> {
  for (const [on, times] of [
    ['POST /v1/refunds', 3],
    ['POST /v1/transfers', 4],
    ['POST /v1/payouts', 2],
    ['POST /v1/payment_intents', 2],
    ['POST /v1/payment_intents/:id/confirm', 3],
  ] as const)
    await house.command('fault', { on, kind: 'hang', times })
  await payCrews(house, sown)
  for (let asked = 0; asked < 3; asked++) await refundOne(asked)
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  count(deeds, 'asks without an answer for a day', await openAsks(house))
}

/** Every crew gives what its account lacks. */
export async function healAccounts(house: House): Promise<void> {
  const rows = await house.app.db
    .selectFrom('payout_account')
    .where('state', '<>', 'ready')
    .select('account_id')
    .execute()
  for (const { account_id: account } of rows)
    await house.command('complete_onboarding', { account, accountNumber: ACCOUNT_NUMBER })
}

/** The operator gives what did not arrive another way. */
export async function retryFailedRefunds({ app }: House, { operator }: Sown, deeds: Deeds): Promise<void> {
  const failed = await app.db
    .selectFrom('refund')
    .where('state', '=', 'failed')
    .where('retried_as', 'is', null)
    .orderBy('id')
    .select('id')
    .execute()
  for (const [index, { id: refundId }] of failed.entries())
    try {
      await retryRefund(app, operator.scope, { refundId, to: index % 2 === 0 ? 'card' : 'credit' })
      count(deeds, 'failed refunds given another way')
    } catch (error) {
      // Its chargeback has taken the money meanwhile.
      if (!(error instanceof Refused)) throw error
    }
}

export function withhold(house: House, isShort: boolean): Promise<unknown> {
  return house.command('settings', {
    withheld_cents: isShort ? WITHHELD_CENTS : 0,
    is_balance_watched: isShort,
  })
}

async function someAccount({ app }: House, place: number): Promise<string> {
  const rows = await app.db.selectFrom('payout_account').orderBy('user_id').select('account_id').execute()
  return rows[Math.floor(place * rows.length)]!.account_id
}

async function shortPayouts({ app }: House): Promise<number> {
  const { rows } = await sql<{ short: number }>`
    select count(*)::integer as short from payout where short_since is not null
  `.execute(app.db)
  return rows[0]!.short
}

async function openAsks({ app }: House): Promise<number> {
  const { rows } = await sql<{ asks: number }>`
    select ((select count(*) from charge_attempt where state = 'asked')
      + (select count(*) from refund where state = 'pending' and asked_at is not null)
      + (select count(*) from payout_transfer where asked_at is not null)
      + (select count(*) from payout where asked_at is not null))::integer as asks
  `.execute(app.db)
  return rows[0]!.asks
}

/** A debit that is under way comes back after days. */
async function failDebit({ house, sown, chance, deeds, tick }: Storm): Promise<void> {
  if (sown.debitedCustomers.length === 0) return
  const row = await house.app.db
    .selectFrom('charge_attempt as attempt')
    .innerJoin('payment', 'payment.id', 'attempt.payment_id')
    .where('payment.customer_id', '=', chance.pick(sown.debitedCustomers, 'debited', tick))
    .where('attempt.state', '=', 'asked')
    .where('attempt.provider_intent_id', 'is not', null)
    .select('attempt.provider_intent_id')
    .executeTakeFirst()
  if (row === undefined) return
  await house.command('fail_debit', { payment_intent: row.provider_intent_id })
  count(deeds, 'debits that come back')
}
