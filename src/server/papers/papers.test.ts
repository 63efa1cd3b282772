import { expect, test, vi } from 'vitest'
import { cents, formatCents } from '#domain/money.ts'
import { localDate, parseInstant } from '#domain/time.ts'
import type { Client } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import {
  buildCompletedVisit,
  connectPayoutAccount,
  openMoneyTest,
  saveTestCard,
} from '#testing/build-money.ts'
import { buildWeeklyJob } from '#testing/build-work.ts'
import { readPdf } from '#testing/read-pdf.ts'

const THURSDAY = parseInstant('2026-03-05T18:00:00Z')
const MONDAY_RUN = parseInstant('2026-03-09T12:00:00Z')
const WEDNESDAY_RUN = parseInstant('2026-03-11T12:00:00Z')

/** Every amount in an answer, under whatever name, that is not zero: what a screen could show. */
function amountsIn(answer: unknown): string[] {
  if (typeof answer !== 'object' || answer === null) return []
  return Object.entries(answer).flatMap(([name, value]) =>
    name.endsWith('Cents') && typeof value === 'number' && value !== 0
      ? [formatCents(cents(Math.abs(value)))]
      : amountsIn(value),
  )
}

/** Of the words on paper, without signs: a coupon's line is below zero, its sum in the answer above. */
function amountsOn(words: readonly string[]): string[] {
  return words.filter((word) => /^-?\$[\d,.]+$/.test(word)).map((word) => word.replace('-', ''))
}

async function printedWords(client: Client, kind: 'receipt' | 'statement', id: string): Promise<string[]> {
  const answer =
    kind === 'receipt'
      ? await client.call('GET /api/receipt-pdf', { query: { id: id } })
      : await client.call('GET /api/statement-pdf', { query: { id: id } })
  expect(answer.status).toBe(200)
  return readPdf(answer.bytes).flat()
}

async function open() {
  const money = await openMoneyTest(THURSDAY)
  const customer = await buildCustomer(money.app, { name: 'Łucja Ñandú 😀 משה' })
  const crew = await buildCrew(money.app)
  const client = await signedIn(money, customer)
  await saveTestCard(client)
  const job = await buildWeeklyJob(money.app, { customerId: customer.userId, name: 'Casa de Łucja' })
  const visit = { job, crewId: crew.userId }
  await buildCompletedVisit(money.app, {
    ...visit,
    date: localDate('2026-03-03'),
    priceCents: 2_050,
    taxCents: 83,
  })
  await buildCompletedVisit(money.app, {
    ...visit,
    date: localDate('2026-03-05'),
    priceCents: 3_325,
    couponCents: 517,
  })
  return { money, customer, client, crew, crewClient: await signedIn(money, crew) }
}

test('a receipt on paper has every amount that the screen has, and no other', async () => {
  const { money, customer, client } = await open()
  await money.jumpTo(MONDAY_RUN)
  const { id } = (await client.call('GET /api/payments')).body.payments[0]!
  const operator = await signedIn(money, await buildOperator(money.app))
  await operator.call('POST /api/refund-payment', {
    body: { paymentId: id, amountCents: 333, reason: 'Half of it was done' },
  })
  await money.work()
  const { body: shown } = await client.call('GET /api/payment', { query: { id } })
  if (shown.kind !== 'receipt') throw new Error('it is a receipt')
  const words = await printedWords(client, 'receipt', id)
  expect(new Set(amountsOn(words))).toEqual(new Set(amountsIn(shown)))
  expect(words.join('')).toContain('Łucja')
  expect(words).toContain('Half of it was done')
  for (const line of shown.lines.filter(({ kind }) => kind === 'visit'))
    expect(words).toContain(formatCents(line.amountCents))
  expect(await printedWords(operator, 'receipt', id)).toEqual(words)
  await money.app.db.updateTable('users').set({ locale: 'es' }).where('id', '=', customer.userId).execute()
  const spanish = await printedWords(client, 'receipt', id)
  expect(spanish).toContain('CREW · RECIBO')
  expect(amountsOn(spanish)).toEqual(amountsOn(words))
  await money.close()
})

test('a statement on paper has every amount that the screen has, and no other', async () => {
  const { money, crewClient } = await open()
  await connectPayoutAccount(crewClient)
  await money.jumpTo(MONDAY_RUN)
  await money.jumpTo(WEDNESDAY_RUN)
  const { payouts } = (await crewClient.call('GET /api/crew-payments')).body
  const id = payouts[0]!.id
  const shown = (await crewClient.call('GET /api/payment', { query: { id } })).body
  const words = await printedWords(crewClient, 'statement', id)
  expect(new Set(amountsOn(words))).toEqual(new Set(amountsIn(shown)))
  expect(amountsOn(words).length).toBeGreaterThan(3)
  for (const year of [2025, 2026]) await crewClient.call('POST /api/write-earnings-csv', { body: { year } })
  await money.work()
  const year = await crewClient.call('GET /api/earnings-csv', { query: { year: 2026 } })
  expect(year.headers['content-disposition']).toBe('attachment; filename="crew-earnings-2026.csv"')
  const [head, ...rows] = year.text.trim().split('\r\n')
  expect(head).toBe('date,kind,service,place,amount,payout,payout_state,paid_at')
  const sum = rows.reduce((total, row) => total + Math.round(Number(row.split(',')[4]) * 100), 0)
  expect(shown).toMatchObject({ earnedCents: sum })
  expect(rows[0]).toContain(`Casa de Łucja`)
  const before = await crewClient.call('GET /api/earnings-csv', { query: { year: 2025 } })
  expect(before.text).toBe(`${head}\r\n`)
  await money.close()
})

test('a paper is for whom the screen is for, and is sent as a file that no browser takes for a page', async () => {
  const { money, client, crewClient } = await open()
  await connectPayoutAccount(crewClient)
  await money.jumpTo(MONDAY_RUN)
  await money.jumpTo(WEDNESDAY_RUN)
  const { id } = (await client.call('GET /api/payments')).body.payments[0]!
  const payoutId = (await crewClient.call('GET /api/crew-payments')).body.payouts[0]!.id
  const answer = await client.call('GET /api/receipt-pdf', { query: { id } })
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="crew-receipt-2026-03-08-${id.slice(0, 8)}.pdf"`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  const other = await signedIn(money, await buildCustomer(money.app))
  const otherCrew = await signedIn(money, await buildCrew(money.app))
  const foreign = await Promise.all([
    other.call('GET /api/receipt-pdf', { query: { id } }),
    crewClient.call('GET /api/receipt-pdf', { query: { id } }),
    otherCrew.call('GET /api/statement-pdf', { query: { id: payoutId } }),
    client.call('GET /api/statement-pdf', { query: { id: payoutId } }),
    crewClient.call('GET /api/receipt-pdf', { query: { id: payoutId } }),
  ])
  expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  expect((await money.client().call('GET /api/receipt-pdf', { query: { id } })).status).toBe(401)
  expect((await client.call('GET /api/earnings-csv', { query: { year: 2026 } })).status).toBe(403)
  await money.close()
})

test('a receipt comes with its mail as PDF for whoever wants that, and for nobody else', async () => {
  const { money, customer, client } = await open()
  const send = vi.spyOn(money.app.ports.mail, 'send')
  expect((await client.call('GET /api/paper-preferences')).body).toEqual({ mailsReceipts: false })
  await client.call('POST /api/save-paper-preferences', { body: { mailsReceipts: true } })
  expect((await client.call('GET /api/paper-preferences')).body).toEqual({ mailsReceipts: true })
  const other = await buildCustomer(money.app)
  const otherClient = await signedIn(money, other)
  await saveTestCard(otherClient)
  await buildCompletedVisit(money.app, { customerId: other.userId, date: localDate('2026-03-05') })
  await money.jumpTo(MONDAY_RUN)

  const { id } = (await client.call('GET /api/payments')).body.payments[0]!
  const fileName = `crew-receipt-2026-03-08-${id.slice(0, 8)}.pdf`
  const sent = send.mock.calls.map(([mail]) => mail).find(({ to }) => to === customer.email)
  expect(sent?.attachments).toMatchObject([{ fileName, type: 'application/pdf' }])
  const { body: shown } = await client.call('GET /api/payment', { query: { id } })
  expect(readPdf(sent!.attachments![0]!.content).flat()).toContain(
    formatCents(shown.kind === 'receipt' ? shown.totalCents : cents(0)),
  )
  const operator = await signedIn(money, await buildOperator(money.app))
  const { messages } = (await operator.call('GET /api/outbox', { query: { channel: 'mail' } })).body
  const attached = (to: string) => messages.find(({ recipient }) => recipient === to)?.attachments
  expect([attached(customer.email), attached(other.email)]).toEqual([[fileName], []])
  expect((await operator.call('GET /api/paper-preferences')).status).toBe(403)
  send.mockRestore()
  await money.close()
})

test('papers bear who we are on their day and whom they are for, in the language of the reader', async () => {
  const { money, customer, client, crewClient } = await open()
  const operator = await signedIn(money, await buildOperator(money.app))
  const { marketId } = customer.scope
  const facts = {
    legalName: 'Crew Denver LLC',
    postalAddress: '1801 California St\nDenver, CO 80202',
    taxNumber: '84-1234567',
  }
  const save = (legalName: string, basedOn: number) =>
    operator.call('POST /api/save-letterhead', { body: { ...facts, legalName, marketId, basedOn } })
  expect((await save('Crew Denver LLC', 0)).body).toEqual({ version: 1 })
  expect((await save('Somebody else', 0)).failure.code).toBe('market_changed')
  await money.jumpTo(MONDAY_RUN)
  const { id } = (await client.call('GET /api/payments')).body.payments[0]!
  const words = await printedWords(client, 'receipt', id)
  expect(words.slice(0, 2)).toEqual(['Crew Denver LLC', '1801 California St · Denver, CO 80202'])
  expect(words[2]).toMatch(/^Tax ID 84-1234567 · /)
  const company = {
    companyName: 'Ñandú LLC',
    billingAddress: '1 Main St',
    taxNumber: '99-7',
    poNumber: 'PO-5',
  }
  expect((await client.call('POST /api/save-billing-details', { body: company })).status).toBe(200)
  expect((await client.call('GET /api/billing-details')).body).toEqual({ ...company, copiesTo: [] })
  const { body: shown } = await client.call('GET /api/payment', { query: { id } })
  expect(shown).toMatchObject({ billedTo: company, letterhead: facts })
  await money.app.db.updateTable('users').set({ locale: 'es' }).where('id', '=', customer.userId).execute()
  const spanish = await printedWords(client, 'receipt', id)
  for (const said of ['A nombre de Ñandú LLC', '1 Main St', 'ID fiscal 99-7', 'Orden de compra PO-5'])
    expect(spanish).toContain(said)
  // A name taken later is on what comes later.
  await connectPayoutAccount(crewClient)
  await money.jumpTo(parseInstant('2026-03-10T12:00:00Z'))
  expect((await save('Crew West Inc.', 1)).body).toEqual({ version: 2 })
  await money.jumpTo(WEDNESDAY_RUN)
  const payoutId = (await crewClient.call('GET /api/crew-payments')).body.payouts[0]!.id
  expect((await printedWords(crewClient, 'statement', payoutId))[0]).toBe('Crew West Inc.')
  expect((await printedWords(client, 'receipt', id))[0]).toBe('Crew Denver LLC')
  await money.close()
})
