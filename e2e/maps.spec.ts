/** Maps with streets, drawn by the processor: no test here depends on a graphics card. */
import type { Locator, Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { buildCustomer, buildProperty, CIVIC_CENTER, signedIn } from '#testing/build.ts'
import { openStage } from './browser.ts'
import { DESKTOP } from './chromium.ts'

const stage = await openStage({ hasGl: true })
const { testApp } = stage
const BUSY_MS = 90_000

test('ux 13: a pin is dragged to the right door, saved, and shown there again; nobody else is asked', async () => {
  const { propertyId, customer } = await home()
  const client = await signedIn(testApp, customer)
  const page = await stage.openAs(customer, { viewport: DESKTOP })
  const foreign = collectForeign(page)
  await page.goto(`/property/${propertyId}`)
  await streetsOf(page)
  const pin = await editedPin(page)
  const from = await middleOf(pin)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 60, from.y - 40, { steps: 4 })
  await page.mouse.up()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { body } = await client.call('GET /api/property', { query: { id: propertyId } })
  const { lat, lng } = body
  expect(lat).toBeGreaterThan(CIVIC_CENTER.lat)
  expect(lng).toBeGreaterThan(CIVIC_CENTER.lng)
  await editedPin(page)
  await dialog.getByText('Enter coordinates').click()
  expect(await dialog.getByLabel('Latitude').inputValue()).toBe(String(lat))
  expect(await dialog.getByLabel('Longitude').inputValue()).toBe(String(lng))
  expect(foreign).toEqual([])
  await page.context().close()
})

test('ux 13: a portfolio is seen in clusters, which open from near; a pin leads to its property', async () => {
  const customer = await buildCustomer(testApp.app)
  const spots = Array.from({ length: 12 }, (_, index) => ({
    lat: CIVIC_CENTER.lat + (index % 4) * 0.0004,
    lng: CIVIC_CENTER.lng + Math.floor(index / 4) * 0.0004,
  }))
  for (const at of spots) await buildProperty(testApp.app, customer.userId, { at })
  await buildProperty(testApp.app, customer.userId, { name: 'Far Away', at: { lat: 39.68, lng: -104.9 } })
  const page = await stage.openAs(customer, { viewport: DESKTOP })
  await page.goto('/')
  await page.getByRole('button', { name: 'Map', exact: true }).click()
  await streetsOf(page)
  await page.getByRole('button', { name: '12 places: zoom in' }).click()
  const apart = page.getByRole('list', { name: /^Places on the map/ }).getByRole('button')
  await vi.waitFor(async () => expect(await apart.count()).toBeGreaterThan(2), { timeout: BUSY_MS })
  await page.getByRole('button', { name: 'Show everything' }).click()
  await page.getByRole('button', { name: 'Far Away' }).click()
  await page.getByRole('heading', { level: 1, name: 'Far Away' }).waitFor()
  await page.context().close()
})

test('the keyboard zooms the map and moves the pin', async () => {
  const { propertyId, customer } = await home()
  const page = await stage.openAs(customer)
  await page.goto(`/property/${propertyId}`)
  await streetsOf(page)
  await page.getByRole('button', { name: 'Zoom in' }).press('Enter')
  const pin = await editedPin(page)
  await pin.press('ArrowUp')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Enter coordinates').click()
  expect(Number(await dialog.getByLabel('Latitude').inputValue())).toBeGreaterThan(CIVIC_CENTER.lat)
  await page.context().close()
})

test('without WebGL the drawn map stays, and a place is typed', async () => {
  const { propertyId, customer } = await home()
  const page = await stage.openAs(customer)
  await page.addInitScript('HTMLCanvasElement.prototype.getContext = () => null')
  await page.goto(`/property/${propertyId}`)
  await page.getByRole('img', { name: 'Map with one stop' }).waitFor()
  await page.getByRole('button', { name: 'Actions for this property' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Latitude').fill('39.75')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await page.locator('canvas').count()).toBe(0)
  await page.context().close()
})

async function home() {
  const customer = await buildCustomer(testApp.app)
  return { customer, propertyId: await buildProperty(testApp.app, customer.userId) }
}

/** The pin of the dialog that edits the property. */
async function editedPin(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Actions for this property' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const pin = page.getByRole('dialog').getByRole('button', { name: /^Pin\./ })
  await pin.scrollIntoViewIfNeeded()
  return pin
}

/** Until the library has drawn them; by the processor alone, on a busy machine, that takes its time. */
async function streetsOf(page: Page): Promise<void> {
  page.setDefaultTimeout(BUSY_MS)
  await page.locator('figure canvas').first().waitFor()
}

function collectForeign(page: Page): string[] {
  const foreign: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(stage.origin) && !/^(data|blob):/.test(url)) foreign.push(url)
  })
  return foreign
}

async function middleOf(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox()
  if (box === null) throw new Error('it cannot be seen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
