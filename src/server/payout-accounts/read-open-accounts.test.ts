import { expect, test } from 'vitest'
import { DAY_MS, instant } from '#domain/time.ts'
import { BANKS, giveBank, openPayoutTest } from '#testing/build-payouts.ts'

test('an account whose change nobody told us of is read anew in the night', async () => {
  const { test: money, crew, client } = await openPayoutTest()
  await giveBank(money, client, BANKS.good)
  const profile = () =>
    money.app.db
      .selectFrom('payout_account')
      .where('user_id', '=', crew.userId)
      .select(['account_id', 'state', 'requirements'])
      .executeTakeFirstOrThrow()
  const accountId = (await profile()).account_id
  await money.bank.restrictAccount(accountId, { requirements: ['individual.id_number'], deadline: null })
  await money.jumpTo(instant(money.clock.now() + DAY_MS / 24))
  expect(await profile()).toMatchObject({ state: 'restricted' })
  // From here on no webhook arrives, and no list of events has it.
  const { hostedForms } = money.bank
  const listEvents = money.bank.listEvents.bind(money.bank)
  Object.assign(money.bank, {
    listEvents: async function* () {},
    hostedForms: { ...hostedForms, takeWebhooks: async () => [] },
  })
  const link = await money.bank.payoutAccountLink({ accountId, returnUrl: '/', refreshUrl: '/' })
  await hostedForms.answerPayoutQuestions(new URL(link.url).searchParams.get('link')!, {
    legalName: 'A crew',
    routingNumber: '110000000',
    accountNumber: BANKS.good,
  })
  await money.jumpTo(instant(money.clock.now() + DAY_MS / 24))
  expect(await profile()).toMatchObject({ state: 'restricted' })
  await money.jumpTo(instant(money.clock.now() + DAY_MS))
  expect(await profile()).toMatchObject({ state: 'ready', requirements: [] })
  Object.assign(money.bank, { listEvents, hostedForms })
  await money.close()
})
