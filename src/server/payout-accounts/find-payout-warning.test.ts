import { expect, test } from 'vitest'
import { DAY_MS, instant } from '#domain/time.ts'
import { BANKS, giveBank, openPayoutTest } from '#testing/build-payouts.ts'

test('field §3, 7: before it takes work a crew sees what stops its payouts, and when', async () => {
  const { test: money, crew, client } = await openPayoutTest()
  const warning = async () => {
    const { body } = await client.call('POST /api/get-job-routes')
    return [body.payoutWarning, body.payoutDueAt]
  }
  expect(await warning()).toEqual(['none', null])
  await giveBank(money, client, BANKS.good)
  expect(await warning()).toEqual([null, null])
  const { account_id: accountId } = await money.app.db
    .selectFrom('payout_account')
    .where('user_id', '=', crew.userId)
    .select('account_id')
    .executeTakeFirstOrThrow()
  const deadline = instant(money.clock.now() + 5 * DAY_MS)
  await money.bank.restrictAccount(accountId, { requirements: ['individual.id_number'], deadline })
  await money.jumpTo(instant(money.clock.now() + DAY_MS / 24))
  expect(await warning()).toEqual(['due', new Date(deadline).toISOString()])
  await money.jumpTo(deadline)
  await money.jumpTo(instant(deadline + DAY_MS / 24))
  expect(await warning()).toEqual(['restricted', null])
  const account = await client.call('GET /api/payout-account')
  expect(account.body).toMatchObject({ asks: ['tax_number'], stoppedBecause: 'questions_open' })
  await money.close()
})
