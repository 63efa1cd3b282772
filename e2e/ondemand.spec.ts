/** Work on demand from a guest's first tap to the receipt, and called off in time and too late. */

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type OnDemandOrderId, toId } from '#domain/ids.ts'
import { MINUTE_MS, parseInstant } from '#domain/time.ts'
import { buildCrew, buildCustomer, signedIn } from '#testing/build.ts'
import { saveTestCard } from '#testing/build-money.ts'
import { acceptOrder, completeWork, orderRow, paymentOf } from '#testing/build-order.ts'
import { openStage } from './browser.ts'

const stage = await openStage()
const { app } = stage.testApp

test('ux 14: a guest books with a phone, a code and a card, follows the crew, and finds the receipt', async () => {
  const crew = await buildCrew(app, { name: 'Maria Lopez' })
  const crewClient = await signedIn(stage.testApp, crew)
  const page = await stage.open()
  await page.goto('/ondemand')
  await orderHandyman(page)
  await page.getByText('$114', { exact: true }).waitFor()
  await page.getByText('Later it costs $22.80.').waitFor()

  await page.getByLabel('Mobile phone').fill('(303) 555-0142')
  await page.getByRole('button', { name: 'Send me a code' }).click()
  const code = await codeTo('+13035550142')
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByLabel('Your name', { exact: true }).fill('Pat Miller')
  // The phone ends the page before the card is there: nothing is asked twice.
  await page.reload()
  await page.getByLabel('Your name', { exact: true }).fill('Pat Miller')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Card number').waitFor()
  await page.reload()

  await fillCard(page, '4000 0000 0000 0341')
  await page.getByRole('button', { name: 'Book for $114' }).click()
  await page.getByText('Nothing was charged, and your order is kept.').waitFor()
  await page.getByRole('button', { name: 'Use another card' }).click()
  await fillCard(page, '4242 4242 4242 4242')
  await page.getByRole('button', { name: 'Book for $114' }).click()
  await page.getByRole('heading', { name: 'Looking for a crew' }).waitFor()

  const orderId = toId<OnDemandOrderId>(new URL(page.url()).searchParams.get('order')!)
  const visitId = (await orderRow(stage.testApp, orderId)).visit_id!
  expect((await acceptOrder(stage.testApp, visitId, crew.userId, crewClient)).status).toBe(200)
  await page.getByRole('heading', { name: 'A crew is coming' }).waitFor()
  await page.getByText('Maria is on the job.').waitFor()
  await crewClient.call('POST /api/start-visit', { body: { visitId } })
  await page.getByRole('heading', { name: 'At work' }).waitFor()
  expect(await page.getByRole('button', { name: /^Cancel/ }).count()).toBe(0)
  expect((await completeWork(crewClient, visitId)).status).toBe(200)

  await page.getByRole('heading', { name: 'Done' }).waitFor()
  await page.getByText('$114 paid').waitFor()
  expect(await page.getByAltText('Photo of the finished work').count()).toBe(2)
  await page.getByRole('link', { name: 'Receipt' }).click()
  await page.getByRole('heading', { name: 'Receipt' }).waitFor()
  await page.getByText('Handyman hour').waitFor()
  expect(await paymentOf(stage.testApp, orderId)).toMatchObject({ state: 'paid', total_cents: 11_400 })
})

test('an order is called off for the fee that was shown, in Spanish', async () => {
  const crew = await buildCrew(app, { name: 'Jon Rivera' })
  const customer = await buildCustomer(app, { name: 'Ana Ruiz', locale: 'es' })
  await saveTestCard(await signedIn(stage.testApp, customer))
  const page = await stage.openAs(customer, { language: 'es' })
  await page.goto('/ondemand')
  await page.getByRole('searchbox').fill('1200 E Colfax')
  await page
    .getByRole('button', { name: /1200 E Colfax/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await page.getByRole('button', { name: /Reparaciones por hora/ }).click()
  await page.getByRole('button', { name: 'Ver el precio' }).click()
  await page.getByRole('button', { name: 'Reservar por $114' }).click()
  await page.getByRole('heading', { name: 'Buscando un equipo' }).waitFor()
  await page.getByRole('button', { name: 'Cancelar gratis' }).waitFor()

  const orderId = toId<OnDemandOrderId>(new URL(page.url()).searchParams.get('order')!)
  const visitId = (await orderRow(stage.testApp, orderId)).visit_id!
  const crewClient = await signedIn(stage.testApp, crew)
  expect((await acceptOrder(stage.testApp, visitId, crew.userId, crewClient)).status).toBe(200)
  await stage.goTo(parseInstant(new Date(stage.testApp.clock.now() + 6 * MINUTE_MS).toISOString()))
  await page.reload()
  await page.getByRole('button', { name: 'Cancelar por $22.80' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar por $22.80' }).click()
  await page.getByRole('heading', { name: 'Cancelado' }).waitFor()
  await page.getByText('Cobramos $22.80 por cancelar tarde.').waitFor()
  await expect.poll(async () => (await paymentOf(stage.testApp, orderId)).state).toBe('paid')
  expect(await paymentOf(stage.testApp, orderId)).toMatchObject({ kind: 'fee', total_cents: 2_280 })
})

async function codeTo(recipient: string): Promise<string> {
  const read = async () => {
    const texts = await app.db
      .selectFrom('outbox_message')
      .where('recipient', '=', recipient)
      .orderBy('created_at', 'desc')
      .select('body')
      .execute()
    return /\b\d{6}\b/.exec(texts[0]?.body ?? '')?.[0] ?? ''
  }
  await expect.poll(read, { timeout: 15_000 }).toMatch(/^\d{6}$/)
  return read()
}

async function orderHandyman(page: Page): Promise<void> {
  await page.getByRole('searchbox').fill('101 W Colfax')
  await page
    .getByRole('button', { name: /101 W Colfax/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: /Handyman hour/ }).click()
  await page.getByLabel(/What should the crew know/).fill('The gate code is 4711.')
  await page.getByRole('button', { name: 'See the price' }).click()
}

async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expires').fill('12/30')
  await page.getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: 'Use this card' }).click()
}
