/** A checklist ticked without a network, through a killed app: each tick counts once, and the host sees it as it comes. */
import { afterEach, expect, test } from 'vitest'
import { parseInstant } from '#domain/time.ts'
import { buildOperator, signedIn } from '#testing/build.ts'
import { openStage } from './browser.ts'
import { BEGAN, crewWithVisit, openHome, phoneOf } from './offline-phone.ts'

const stage = await openStage()
const { app } = stage.testApp
const WAIT = { timeout: 60_000 }

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const ITEMS = [
  { key: 'lids', kind: 'task', photo: 'none', wordsEn: 'Close the lids', wordsEs: 'Cierra las tapas' },
  { key: 'sweep', kind: 'task', photo: 'required', wordsEn: 'Sweep the pad', wordsEs: 'Barre el lugar' },
  { key: 'bags', kind: 'supply', photo: 'none', wordsEn: 'Trash bags', wordsEs: 'Bolsas de basura' },
] as const

test('ticks, a reason and a supply that runs low wait on the phone, survive its death and count once', async () => {
  const owner = await signedIn(stage.testApp, await buildOperator(app))
  await owner.call('POST /api/save-service-checklist', {
    body: { key: 'bins', version: 0, items: [...ITEMS] },
  })
  const { crew, visitId } = await crewWithVisit(stage, 0)
  const phone = await phoneOf(stage, crew, closing)
  const page = await phone.wake()
  await openHome(page)
  await page.getByRole('checkbox', { name: 'Close the lids' }).waitFor()
  await phone.context().setOffline(true)
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  // A tick shows once it is on the disk.
  for (const name of ['Close the lids', 'Trash bags']) {
    const box = page.getByRole('checkbox', { name })
    await box.click()
    await expect.poll(() => box.isChecked()).toBe(true)
  }
  await page.getByText('1 of 2 done').waitFor()

  const again = await phone.wake({ isOffline: true, at: BEGAN + 60_000 })
  await again.goto('/')
  await again.getByText('1 of 2 done').waitFor()
  expect(await again.getByRole('checkbox', { name: 'Trash bags' }).isChecked()).toBe(true)
  await again.getByRole('button', { name: 'Done', exact: true }).click()
  const sheet = again.getByRole('dialog', { name: 'Why is this not done?' })
  // By key: while the sheet slides in, a tap may land beside it.
  await sheet.getByRole('radio', { name: 'In use' }).press('Space')
  await sheet.getByRole('button', { name: 'Finish the visit' }).click()
  await again
    .getByText(/It sends when you’re online/)
    .first()
    .waitFor()

  stage.testApp.clock.set(parseInstant('2026-03-02T16:45:00Z'))
  await phone.context().setOffline(false)
  await expect
    .poll(async () => {
      await again.evaluate(`dispatchEvent(new Event('online'))`)
      return app.db
        .selectFrom('visit')
        .where('id', '=', visitId)
        .select('state')
        .executeTakeFirstOrThrow()
        .then(({ state }) => state)
    }, WAIT)
    .toBe('completed')
  const marks = await app.db
    .selectFrom('visit_mark')
    .where('visit_id', '=', visitId)
    .orderBy('item_key')
    .select(['item_key', 'is_marked', 'reason'])
    .execute()
  expect(marks).toEqual([
    { item_key: 'bags', is_marked: true, reason: null },
    { item_key: 'lids', is_marked: true, reason: null },
    { item_key: 'sweep', is_marked: false, reason: 'in_use' },
  ])
  const notified = await app.db
    .selectFrom('notice')
    .where('event', '=', 'supply_low')
    .select('title')
    .execute()
  expect(notified).toEqual([{ title: 'Running low: Trash bags, Blue house' }])
})
