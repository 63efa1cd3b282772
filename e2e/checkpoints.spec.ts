/** Codes at the buildings of a complex: made and printed by its manager, scanned on a crew's round, seen by both. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { localDate } from '#domain/time.ts'
import { buildCrew, buildCustomer, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { readQrCodes } from '#testing/read-qr-codes.ts'
import { openStage } from './browser.ts'
import { DESKTOP } from './chromium.ts'

const stage = await openStage()
const { app } = stage.testApp

type Person = Awaited<ReturnType<typeof buildCustomer>>

/** A complex with two buildings and a confirmed night of today. */
async function buildNight(owner: Person, name: string, crew: Awaited<ReturnType<typeof buildCrew>>) {
  const asOwner = await signedIn(stage.testApp, owner)
  const { body: complex } = await asOwner.call('POST /api/add-complex', {
    body: { name, address: '1600 E Colfax Ave', lat: 39.74, lng: -104.97, units: 40 },
  })
  for (const building of ['North', 'South'])
    await asOwner.call('POST /api/save-building', {
      body: { complexId: complex.complexId, name: building, units: '1-20' },
    })
  const job = await buildWeeklyJob(app, {
    customerId: owner.userId,
    propertyId: complex.propertyId,
    serviceKey: 'valet_trash',
    quantity: 40,
  })
  const date = localDate('2026-03-02')
  const visitId = await buildVisit(app, job, { date, crewId: crew.userId, state: 'confirmed' })
  return { ...complex, visitId }
}

/** What the printed sheets say to a camera: the address on each page. */
async function print(page: Page): Promise<string[]> {
  const arrives = page.waitForEvent('download')
  await page.getByRole('link', { name: /Print codes/ }).click()
  const sheets = await (await arrives).createReadStream()
  return readQrCodes(Buffer.concat(await Array.fromAsync(sheets)))
}

/** As by the camera of the phone: the address opens in the browser where the crew is signed in. */
async function scan(page: Page, link: string): Promise<void> {
  const { pathname, search } = new URL(link)
  await page.goto(pathname + search)
}

async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'Type a code' }).click()
  const sheet = page.getByRole('dialog', { name: 'Type the code of the building' })
  await sheet.getByLabel(/^Code/).fill(code)
  await sheet.getByRole('button', { name: 'Pass' }).click()
}

const codeIn = (link: string) => new URL(link).searchParams.get('point') ?? ''

async function isRefused(page: Page, sentence: string): Promise<void> {
  const alert = page.getByRole('alert').filter({ hasText: sentence })
  await alert.waitFor()
  await page.getByText('1 of 2 buildings done').waitFor()
  await alert.getByRole('button', { name: 'OK' }).click()
  await alert.waitFor({ state: 'detached' })
}

test('codes are printed, scanned and typed on a round, refused where they do not count, and seen by the manager', async () => {
  const manager = await buildCustomer(app, { name: 'Ana Ruiz' })
  const crew = await buildCrew(app, { name: 'Kayla Brooks', services: ['valet_trash'] })
  const night = await buildNight(manager, 'Colfax Court', crew)
  const other = await buildNight(manager, 'Larimer Lofts', crew)

  const desk = await stage.openAs(manager, { viewport: DESKTOP })
  const codesOf = async ({ complexId }: typeof night) => {
    await desk.goto(`/customer-complex?id=${complexId}`)
    await desk.getByRole('button', { name: 'Make codes' }).click()
    return print(desk)
  }
  const [elsewhere = ''] = await codesOf(other)
  const [north = '', oldSouth = ''] = await codesOf(night)

  // The sheet of one building was copied: a new code, and the old one ends.
  const list = desk.getByRole('list', { name: 'Checkpoints' })
  await list.getByRole('button', { name: 'Actions for South' }).click()
  await desk.getByRole('menuitem', { name: 'New code for South' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'New code' }).click()
  await desk.getByText('There’s a new code. Print it and put it up.').waitFor()
  const [sameNorth, south = ''] = await print(desk)
  expect(sameNorth).toBe(north)
  expect(south).not.toBe(oldSouth)

  const phone = await stage.openAs(crew)
  await scan(phone, north)
  await phone.getByText('Start your visit first').waitFor()
  await (await signedIn(stage.testApp, crew)).call('POST /api/start-visit', {
    body: { visitId: night.visitId },
  })

  await scan(phone, north)
  await phone.getByText('1 of 2 buildings done').waitFor()
  await phone.getByText(/^Code passed by Kayla at 9:\d\d AM$/).waitFor()

  await scan(phone, oldSouth)
  await isRefused(phone, 'This is an old code')
  await scan(phone, elsewhere)
  await isRefused(phone, 'This code belongs to another complex than your visit.')
  await typeCode(phone, '00000-00000')
  await isRefused(phone, 'This is none of our codes.')

  await typeCode(phone, codeIn(south).toLowerCase())
  await phone.getByText('2 of 2 buildings done').waitFor()

  await desk.goto(`/customer-complex?id=${night.complexId}&night=${night.visitId}`)
  const proof = desk.getByRole('dialog')
  await proof.getByText(/^Code passed by Kayla at 9:\d\d AM$/).waitFor()
  await proof.getByText(/^Code passed by Kayla at 9:\d\d AM · typed$/).waitFor()
  await desk
    .getByText(/Last passed Mar 2, 2026/)
    .first()
    .waitFor()
})
