/** A dispatcher's morning: dragging with what breaks in sight, handing over by keys, planning everything and undoing it. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { UserId, VisitId } from '#domain/ids.ts'
import { type LocalDate, localDate } from '#domain/time.ts'
import { buildCrew, buildCustomer, buildOperator, CIVIC_CENTER } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { DESKTOP } from './chromium.ts'
import { openStage } from './browser.ts'

const stage = await openStage()
const { app } = stage.testApp
/** Ahead, and before its cutoff: crews are asked. */
const DATE = localDate('2026-03-10')
/** A plan is of everything on its day, so it has one of its own. */
const PLANNED = localDate('2026-03-11')

async function visitAt(
  name: string,
  { crewId, date = DATE }: { crewId?: UserId; date?: LocalDate } = {},
): Promise<VisitId> {
  const customer = await buildCustomer(app)
  const job = await buildWeeklyJob(app, { customerId: customer.userId, name, at: CIVIC_CENTER })
  return buildVisit(app, job, { date, ...(crewId === undefined ? {} : { crewId }) })
}

const crewOf = async (id: VisitId) =>
  (await app.db.selectFrom('visit').where('id', '=', id).select('crew_id').executeTakeFirstOrThrow()).crew_id
const lane = (page: Page, name: string) => page.locator('.dispatch-row', { hasText: name })
const open = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Without a crew' }).getByRole('button', { name: new RegExp(name) })

/** From the middle of one to a moment of a lane that is in sight. */
async function dragOver(page: Page, name: string, crew: string): Promise<void> {
  const from = (await open(page, name).boundingBox())!
  const to = (await lane(page, crew).boundingBox())!
  const board = (await page.locator('.dispatch-scroll').boundingBox())!
  await page.mouse.move(from.x + 40, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + 60, from.y + from.height / 2, { steps: 3 })
  await page.mouse.move(board.x + 420, to.y + to.height / 2, { steps: 6 })
}

test('a visit is dragged to a crew, and what would break is said while it is in the hand', async () => {
  const ana = await buildCrew(app, { name: 'Ana Diaz', services: ['bins'] })
  await buildCrew(app, { name: 'Ben Fox', services: ['pool'] })
  const visitId = await visitAt('Maple House')
  const page = await stage.openAs(await buildOperator(app), { viewport: DESKTOP })
  await page.goto(`/operator/dispatch?span=day&date=${DATE}`)
  await open(page, 'Maple House').waitFor()

  await dragOver(page, 'Maple House', 'Ben Fox')
  await page.locator('.dispatch-hand').getByText('The crew does not offer this service').waitFor()
  const to = (await lane(page, 'Ana Diaz').boundingBox())!
  const board = (await page.locator('.dispatch-scroll').boundingBox())!
  await page.mouse.move(board.x + 420, to.y + to.height / 2, { steps: 4 })
  await page
    .locator('.dispatch-hand')
    .getByText(/Ana Diaz, stop 1 of 1/)
    .waitFor()
  await page.mouse.up()
  await page.getByText('Ana Diaz is asked to confirm it.').waitFor()
  expect(await crewOf(visitId)).toBe(ana.userId)
})

test('keys hand a visit over to the crew below', async () => {
  const cleo = await buildCrew(app, { name: 'Cleo Park' })
  const dan = await buildCrew(app, { name: 'Cleo Quist' })
  const visitId = await visitAt('Cedar Row', { crewId: cleo.userId })
  const page = await stage.openAs(await buildOperator(app), { viewport: DESKTOP })
  await page.goto(`/operator/dispatch?span=day&date=${DATE}`)
  const stop = page.getByRole('button', { name: /^Cedar Row/ })
  await stop.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page
    .locator('.dispatch-hand')
    .getByText(/Cleo Quist, stop 1 of 1/)
    .waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Cleo Quist is asked to confirm it.').waitFor()
  expect(await crewOf(visitId)).toBe(dan.userId)
})

test('everything is planned, seen as a difference, applied and undone', async () => {
  await buildCrew(app, { name: 'Eve Stone' })
  const visits = [await visitAt('Fir Court', { date: PLANNED }), await visitAt('Elm Way', { date: PLANNED })]
  const page = await stage.openAs(await buildOperator(app), { viewport: DESKTOP })
  await page.goto(`/operator/dispatch?span=day&date=${PLANNED}`)
  await page.getByRole('button', { name: 'Plan the day' }).click()
  await page.getByRole('button', { name: 'Make a plan' }).click()
  await page.getByText('2 visits would change hands').waitFor()
  await page
    .getByText(/1\. (Fir Court|Elm Way)/)
    .first()
    .waitFor()
  expect(await crewOf(visits[0]!)).toBeNull()
  await page.getByRole('button', { name: 'Apply the plan' }).click()
  await page.getByText('Applied: 2 visits changed hands').waitFor()
  expect(await Promise.all(visits.map(crewOf))).not.toContain(null)
  // Whoever looks later, or a colleague, finds it on the board.
  await page.reload()
  await page.getByText(/A plan was applied to these days/).waitFor()
  await page.getByRole('button', { name: 'See the plan' }).click()
  await page
    .getByRole('dialog')
    .getByText(/1\. (Fir Court|Elm Way)/)
    .waitFor()
  await page.getByRole('button', { name: 'Undo the plan' }).click()
  await page.getByText('Undone: everything is as it was').waitFor()
  expect(await Promise.all(visits.map(crewOf))).toEqual([null, null])
})

test('the map is a view of the same board: a pin is the visit of the tray, a lane is the way on the map', async () => {
  const day = localDate('2026-03-12')
  const finn = await buildCrew(app, { name: 'Finn Wolf' })
  await visitAt('Ash Place', { crewId: finn.userId, date: day })
  await visitAt('Yew Hill', { date: day })
  const page = await stage.openAs(await buildOperator(app), { viewport: DESKTOP })
  await page.goto(`/operator/dispatch?span=day&date=${day}`)
  await open(page, 'Yew Hill').waitFor()
  expect(await page.getByRole('region', { name: 'Map of the day' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Map', exact: true }).click()
  const map = page.getByRole('region', { name: 'Map of the day' })
  // Without WebGL it is drawn; a pin of it lies under its title.
  await map
    .locator('g', { has: page.locator('title', { hasText: 'Yew Hill' }) })
    .first()
    .click()
  await page.locator('.dispatch-open[aria-current]', { hasText: 'Yew Hill' }).waitFor()
  await page.getByRole('button', { name: /^Finn Wolf/ }).click()
  await map
    .getByRole('list', { name: /^Stops of Finn Wolf/ })
    .getByText('1. Ash Place')
    .click()
  await page.locator('.dispatch-block[aria-current][aria-label^="Ash Place"]').waitFor()
  await page.reload()
  await map.waitFor()
})
