import { describe, expect, test } from 'vitest'
import { HOUR_MS, instant, localDate, MINUTE_MS, parseInstant } from '#domain/time.ts'
import { buildCrew, buildCustomer, signedIn } from '#testing/build.ts'
import {
  buildCompletedVisit,
  connectPayoutAccount,
  type MoneyTest,
  openMoneyTest,
  saveTestCard,
} from '#testing/build-money.ts'

const THURSDAY = parseInstant('2026-03-05T18:00:00Z')
const MONDAY_RUN = parseInstant('2026-03-09T12:00:00Z')
const WEDNESDAY_RUN = parseInstant('2026-03-11T12:00:00Z')

describe('money D7: what was given up is done once the provider is well again', () => {
  test('a charge', async () => {
    const money = await openMoneyTest(THURSDAY)
    const customer = await buildCustomer(money.app)
    const client = await signedIn(money, customer)
    await saveTestCard(client)
    await buildCompletedVisit(money.app, { customerId: customer.userId, date: localDate('2026-03-05') })
    money.bank.faults.declineCharge = broken
    await money.jumpTo(MONDAY_RUN)
    await untilParked(money, 'charge_payment')
    expect(await states(money, 'payment')).toEqual(['charging'])
    Object.assign(money.bank.faults, { declineCharge: () => null })
    await later(money)
    expect([await states(money, 'payment'), await parked(money)]).toEqual([['paid'], []])
    await money.close()
  })

  test('a payout', async () => {
    const money = await openMoneyTest(THURSDAY)
    const [customer, crew] = [await buildCustomer(money.app), await buildCrew(money.app)]
    await saveTestCard(await signedIn(money, customer))
    await connectPayoutAccount(await signedIn(money, crew))
    const of = { customerId: customer.userId, crewId: crew.userId }
    await buildCompletedVisit(money.app, { ...of, date: localDate('2026-03-05') })
    await money.jumpTo(MONDAY_RUN)
    money.bank.faults.failTransfer = broken
    await money.jumpTo(WEDNESDAY_RUN)
    await untilParked(money, 'send_payout')
    expect(await states(money, 'payout')).toEqual(['sending'])
    Object.assign(money.bank.faults, { failTransfer: () => null })
    await later(money)
    expect([await states(money, 'payout'), await parked(money)]).toEqual([['paid'], []])
    await money.close()
  })
})

function broken(): never {
  throw new Error('the provider says what nobody understands')
}

/** It goes on trying under the same key, and what is given up stands once. */
async function untilParked(money: MoneyTest, kind: string) {
  for (let hour = 0; hour < 30; hour++) await money.jumpTo(instant(money.clock.now() + HOUR_MS))
  expect(await parked(money)).toEqual([kind])
}

/** The schedules ask again, and what is tried later and later has its turn. */
async function later(money: MoneyTest) {
  for (let turn = 0; turn < 3; turn++) await money.jumpTo(instant(money.clock.now() + 61 * MINUTE_MS))
}

async function parked({ app }: MoneyTest): Promise<string[]> {
  const rows = await app.db.selectFrom('task').where('parked_at', 'is not', null).select('kind').execute()
  return rows.map(({ kind }) => kind)
}

async function states({ app }: MoneyTest, table: 'payment' | 'payout'): Promise<string[]> {
  const rows = await app.db.selectFrom(table).select('state').execute()
  return rows.map(({ state }) => state)
}
