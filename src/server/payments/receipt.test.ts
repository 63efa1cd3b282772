import { expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { localDate, parseInstant } from '#domain/time.ts'
import { inTransaction } from '#server/db/client.ts'
import { postJournal } from '#server/ledger/journal-queries.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import { buildCompletedVisit, openMoneyTest, saveTestCard } from '#testing/build-money.ts'
import { buildWeeklyJob } from '#testing/build-work.ts'

const THURSDAY = parseInstant('2026-03-05T18:00:00Z')
const MONDAY_RUN = parseInstant('2026-03-09T12:00:00Z')

test('ux 7: a receipt names a tip by its service, ends in its net, and keeps the crew’s books to itself', async () => {
  const money = await openMoneyTest(THURSDAY)
  const customer = await buildCustomer(money.app)
  const crew = await buildCrew(money.app)
  const client = await signedIn(money, customer)
  await saveTestCard(client)
  const job = await buildWeeklyJob(money.app, { customerId: customer.userId, name: 'Elm' })
  const { visitId } = await buildCompletedVisit(money.app, {
    job,
    crewId: crew.userId,
    date: localDate('2026-03-03'),
    priceCents: 2_000,
  })
  const tipped = await client.call('POST /api/tip-visit', { body: { visitId, amountCents: cents(500) } })
  expect(tipped.status).toBe(200)
  await money.jumpTo(MONDAY_RUN)
  const { id } = (await client.call('GET /api/payments')).body.payments[0]!
  const operator = await signedIn(money, await buildOperator(money.app))
  await operator.call('POST /api/refund-payment', {
    body: { paymentId: id, amountCents: cents(300), reason: 'A can left' },
  })
  await money.work()
  // What a crew pays back for a refund is booked about the same payment.
  await inTransaction(money.app.db, (trx) =>
    postJournal(trx, {
      key: `test:${id}`,
      kind: 'crew_pay_taken_back',
      at: MONDAY_RUN,
      subjectId: id,
      postings: [
        { accountKind: 'crew_payable', ownerId: crew.userId, amountCents: cents(210) },
        { accountKind: 'refund_expense', ownerId: null, amountCents: cents(-210) },
      ],
    }),
  )
  const read = async (reader: typeof client) => {
    const { body } = await reader.call('GET /api/payment', { query: { id } })
    if (body.kind !== 'receipt') throw new Error('it is a receipt')
    return body
  }
  const receipt = await read(client)
  expect(receipt).toMatchObject({ totalCents: 2_500, refundedCents: 300, netCents: 2_200 })
  const tip = receipt.lines.find(({ kind }) => kind === 'tip')
  expect(tip).toMatchObject({ placeName: 'Elm', date: '2026-03-03', serviceName: expect.any(String) })
  const kindsOf = ({ ledger }: typeof receipt) => ledger.journals.map(({ kind }) => kind)
  expect(kindsOf(receipt)).toEqual(['payment_succeeded', 'refunded'])
  expect(kindsOf(await read(operator))).toContain('crew_pay_taken_back')
  await money.close()
})
