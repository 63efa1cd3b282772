/** What screens say of tax, their papers say too: by certificate, with the same numbers. */
import { expect, it } from 'vitest'
import { cents, formatCents } from '#domain/money.ts'
import { localDate, parseInstant } from '#domain/time.ts'
import type { Client } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import { type MoneyTest, openMoneyTest, saveTestCard } from '#testing/build-money.ts'
import { completeWork } from '#testing/build-order.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { readPdf } from '#testing/read-pdf.ts'

const MONDAY = parseInstant('2026-03-02T18:00:00Z')
const TUESDAY = parseInstant('2026-03-03T17:00:00Z')
const WEDNESDAY = parseInstant('2026-03-04T17:00:00Z')
const MONDAY_RUN = parseInstant('2026-03-09T12:00:00Z')
const DENVER = { state: 290, county: 0, city: 515, district: 110 }
const CERTIFICATE = { number: '98-04417', issuedBy: 'CO' }
const EXEMPT = 'Exempt from sales tax, certificate 98-04417 (CO)'

it('a receipt and an invoice name the certificate beside the tax of what was done before it', async () => {
  const test = await openMoneyTest(MONDAY)
  const person = await buildOperator(test.app)
  const operator = await signedIn(test, person)
  const { marketId } = person.scope
  const set = (value: Record<string, typeof DENVER> | null) =>
    operator.call('POST /api/set-setting', {
      body: { marketId, key: 'salesTaxByService', value, inForceFrom: null },
    })
  await set({ bins: DENVER })
  const [byCard, byInvoice] = [await exemptFrom(test, operator), await exemptFrom(test, operator)]
  await saveTestCard(byCard.client)
  const terms = { customerId: byInvoice.customerId, netDays: 30, creditLimitCents: 500_000 } as const
  const granted = { ...terms, companyName: 'Housing Trust', copiesTo: [] }
  expect((await operator.call('POST /api/set-terms', { body: granted })).status).toBe(200)
  const crew = await buildCrew(test.app)
  const crewClient = await signedIn(test, crew)
  for (const [at, date] of [
    [TUESDAY, '2026-03-03'],
    [WEDNESDAY, '2026-03-04'],
  ] as const) {
    test.clock.set(at)
    for (const { customerId } of [byCard, byInvoice]) {
      const job = await buildWeeklyJob(test.app, { customerId, quantity: 10 })
      const visit = { crewId: crew.userId, state: 'confirmed', date: localDate(date), quantity: 10 } as const
      await completeWork(crewClient, await buildVisit(test.app, job, visit), 1)
    }
  }
  await test.jumpTo(MONDAY_RUN)

  const { id } = (await byCard.client.call('GET /api/payments')).body.payments[0]!
  const { body: receipt } = await byCard.client.call('GET /api/payment', { query: { id } })
  const sums = { subtotalCents: 4_400, taxCents: 201, exemptions: [CERTIFICATE] }
  expect(receipt).toMatchObject({ ...sums, totalCents: 4_601 })
  const printed = await byCard.client.call('GET /api/receipt-pdf', { query: { id } })
  expect(besideOf(printed, ['Subtotal', 'Sales tax', EXEMPT, 'Total'])).toEqual(
    [4_400, 201, 0, 4_601].map((amount) => formatCents(cents(amount))),
  )

  const invoiceId = (await byInvoice.client.call('GET /api/invoices')).body.invoices[0]!.id
  const { body: invoice } = await byInvoice.client.call('GET /api/invoice', { query: { id: invoiceId } })
  expect(invoice).toMatchObject({ ...sums, totalCents: 4_601 })
  const paper = await byInvoice.client.call('GET /api/invoice-pdf', { query: { id: invoiceId } })
  expect(besideOf(paper, ['Subtotal', 'Sales tax', EXEMPT, 'Total'])).toEqual(
    [4_400, 201, 0, 4_601].map((amount) => formatCents(cents(amount))),
  )
  await test.app.db.updateTable('users').set({ locale: 'es' }).where('id', '=', byCard.customerId).execute()
  const spanish = readPdf((await byCard.client.call('GET /api/receipt-pdf', { query: { id } })).bytes)
  expect(spanish.flat()).toContain('Exento del impuesto sobre ventas, certificado 98-04417 (CO)')
  await set(null)
  await test.close()
})

/** From Wednesday on. */
async function exemptFrom(test: MoneyTest, operator: Client) {
  const customer = await buildCustomer(test.app)
  const client = await signedIn(test, customer)
  const query = { ...CERTIFICATE, startsOn: '2026-03-04', expiresOn: '2026-12-31' }
  const file = { type: 'application/pdf', content: Buffer.from('%PDF-1.7\n') }
  const { body } = await client.call('POST /api/add-tax-exemption', { query, file })
  const decision = { ...body, decision: 'approve' } as const
  expect((await operator.call('POST /api/decide-tax-exemption', { body: decision })).status).toBe(200)
  return { client, customerId: customer.userId }
}

/** On paper, what stands to the right of each of these words, where they stand last. */
function besideOf({ bytes }: { readonly bytes: Buffer }, labels: readonly string[]) {
  const words = readPdf(bytes).flat()
  return labels.map((label) => words[words.lastIndexOf(label) + 1])
}
