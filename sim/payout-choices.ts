/** How people come by the money that is theirs: an account at the provider, and what sponsors do with commissions. */
import { sql } from 'kysely'
import { cents } from '#domain/money.ts'
import { useCommissionAsCredit } from '#server/commissions/use-as-credit.ts'
import { answerDemoQuestions } from '#server/payout-accounts/answer-demo-questions.ts'
import { connectPayoutAccount } from '#server/payout-accounts/connect-account.ts'
import { readPayoutAccount } from '#server/payout-accounts/read-account.ts'
import { withdrawCommission } from '#server/payouts/withdraw-commission.ts'
import { attempt, type LivingCrew, type LivingCustomer, type World } from './world.ts'

type Payee = LivingCrew | LivingCustomer

/** Goes through the provider's page. */
export async function connectAccount(world: World, { plan, scope }: Payee): Promise<void> {
  const account = await attempt(world, 'connect account', async (app) => {
    const { url } = await connectPayoutAccount(app, scope)
    const link = new URL(url).searchParams.get('link')!
    const accountNumber = `000${plan.phone.slice(-7)}`
    await answerDemoQuestions(app, { link, legalName: plan.name, routingNumber: '110000000', accountNumber })
    return readPayoutAccount(app, scope)
  })
  if (account?.state === 'ready') world.payableSince.set(scope.userId, world.clock.now())
}

/** As after a payout that its bank sent back. */
export async function isAccountStopped(world: World, { scope }: Payee): Promise<boolean> {
  const account = await attempt(world, 'look at account', (app) => readPayoutAccount(app, scope))
  return account?.state === 'restricted'
}

/** All of it or some: as credit or with the next pay, or to a bank of their own. */
export async function decideOfSponsors(world: World, day: number): Promise<void> {
  const { chance, habits } = world
  const people = [...world.customers.values(), ...world.crews.values()]
  for (const { email, available } of await spendable(world)) {
    if (!chance.happens(habits.spendsCommission, email, day, 'spends')) continue
    const sponsor = people.find(({ plan }) => plan.email === email)!
    const { scope } = sponsor
    const isAll = chance.happens(0.5, email, day, 'spends all')
    const amountCents = cents(isAll ? available : chance.whole(1, available, email, day, 'spends how much'))
    if (chance.happens(0.6, email, day, 'withdraws')) {
      const isReady = world.payableSince.has(scope.userId) && !(await isAccountStopped(world, sponsor))
      if (!isReady) await connectAccount(world, sponsor)
      await attempt(world, 'withdraw', (app) => withdrawCommission(app, scope, { amountCents, how: 'alone' }))
    } else if (scope.type === 'Customer')
      await attempt(world, 'use as credit', (app) => useCommissionAsCredit(app, scope, amountCents))
    else
      await attempt(world, 'add to pay', (app) =>
        withdrawCommission(app, scope, { amountCents, how: 'with_payout' }),
      )
  }
}

async function spendable(world: World) {
  return world.host
    .app()
    .db.selectFrom('commission')
    .innerJoin('users', 'users.id', 'commission.sponsor_id')
    .where('commission.released_at', 'is not', null)
    .groupBy('users.email')
    .having(sql`sum(amount_cents - reversed_cents - used_cents)`, '>', 0)
    .orderBy('users.email')
    .select([
      'users.email',
      sql<number>`sum(amount_cents - reversed_cents - used_cents)::bigint`.as('available'),
    ])
    .execute()
}
