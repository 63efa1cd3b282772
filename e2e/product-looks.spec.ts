/** The pages that people see each day as they were accepted, with the same small world on the same Monday (`accepted-looks.ts`). */
import type { Page } from 'playwright-core'
import { beforeAll, test } from 'vitest'
import type { UserId, VisitId } from '#domain/ids.ts'
import { addDays, DAY_MS, DEFAULT_TIME_ZONE, dateAt, type Instant } from '#domain/time.ts'
import { buildCrew, buildCustomer, buildOperator, buildProperty, CIVIC_CENTER } from '#testing/build.ts'
import { buildCompletedVisit } from '#testing/build-money.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { expectAcceptedLook } from './accepted-looks.ts'
import { openStage, type Stage, untilTrue } from './browser.ts'
import { DESKTOP, PHONE } from './chromium.ts'

type People = Readonly<Record<'customer' | 'crew' | 'operator', { readonly userId: UserId }>>
type World = { readonly people: People; readonly visitId: VisitId }

let stage: Stage
let world: World
beforeAll(async () => {
  stage = await openStage({ isStill: true })
  world = await buildMonday()
})

/** Two homes of one customer, a crew with three stops, one of them done, a job that nobody has, and last week's visit. */
async function buildMonday(): Promise<World> {
  const { app } = stage.testApp
  const now = app.ports.clock.now()
  const today = dateAt(now, DEFAULT_TIME_ZONE)
  const crew = await buildCrew(app, { name: 'Maria Lopez' })
  const customer = await buildCustomer(app, { name: 'Ann Bell' })
  const operator = await buildOperator(app, { name: 'Olga Owner' })
  const place = (name: string, address: string, north: number) =>
    buildProperty(app, customer.userId, {
      name,
      address,
      at: { lat: CIVIC_CENTER.lat + north, lng: CIVIC_CENTER.lng + north / 2 },
    })
  const home = await place('Home', '1437 Bannock St, Denver, CO 80202', 0.004)
  const cabin = await place('Lake rental', '2001 Colorado Blvd, Denver, CO 80205', 0.03)
  const jobOf = (
    propertyId: typeof home,
    serviceKey: string,
    weekday: 1 | 2 | 4,
    from: string,
    until: string,
  ) =>
    buildWeeklyJob(app, {
      customerId: customer.userId,
      propertyId,
      serviceKey,
      weekdays: [weekday],
      window: { from, until },
      startsOn: addDays(today, -14),
    })
  const bins = await jobOf(home, 'bins', 1, '08:00', '10:00')
  const lawn = await jobOf(cabin, 'lawn', 1, '10:00', '13:00')
  const pool = await jobOf(home, 'pool', 2, '09:00', '12:00')
  const later = await jobOf(cabin, 'bins', 4, '15:00', '18:00')
  await buildCompletedVisit(app, {
    job: bins,
    crewId: crew.userId,
    date: addDays(today, -7),
    completedAt: (now - 7 * DAY_MS) as Instant,
  })
  const stop = (position: number, state: 'confirmed' | 'scheduled') =>
    ({ crewId: crew.userId, position, state }) as const
  const visitId = await buildVisit(app, bins, stop(1, 'confirmed'))
  await buildVisit(app, lawn, stop(2, 'confirmed'))
  await buildVisit(app, pool, { date: addDays(today, 1), ...stop(1, 'scheduled') })
  await buildVisit(app, later, { date: addDays(today, 3) })
  // Planned as far as plans go, so that nothing is on its way.
  await app.db
    .updateTable('weekly_job')
    .set({ planned_until: addDays(today, 60) })
    .execute()
  return { people: { customer, crew, operator }, visitId }
}

type Look = {
  readonly name: string
  readonly who: keyof People | null
  readonly path: string | ((world: World) => string)
  /** Is there when the page is whole. */
  readonly shows: RegExp
}

const looks: readonly Look[] = [
  { name: 'login', who: null, path: '/login', shows: /Email/ },
  { name: 'ondemand', who: null, path: '/ondemand', shows: /Where/ },
  { name: 'customer-home', who: 'customer', path: '/', shows: /Maria/ },
  { name: 'customer-jobs', who: 'customer', path: '/jobs', shows: /Lake rental/ },
  { name: 'crew-home', who: 'crew', path: '/', shows: /On my way/ },
  { name: 'crew-jobs', who: 'crew', path: '/jobs', shows: /Lake rental|Open|jobs/ },
  { name: 'operator-board', who: 'operator', path: '/operator', shows: /Today/ },
  // Panes and columns that only operators have: their styles come in a sheet of their own.
  { name: 'operator-visit', who: 'operator', path: ({ visitId }) => `/visit/${visitId}`, shows: /Timeline/ },
  { name: 'operator-prices', who: 'operator', path: '/operator/catalogue', shows: /Lawn/ },
  { name: 'operator-dispatch', who: 'operator', path: '/operator/dispatch', shows: /Maria Lopez/ },
]
const cases = looks.flatMap((look) => [
  { ...look, name: `${look.name}-phone`, viewport: PHONE, isDark: false },
  { ...look, name: `${look.name}-desktop`, viewport: DESKTOP, isDark: true },
])

test.each(cases)('$name looks as it was accepted', async ({ name, who, path, shows, viewport, isDark }) => {
  const how = { viewport, isDark }
  const page = who === null ? await stage.open(how) : await stage.openAs(world.people[who], how)
  await page.goto(typeof path === 'string' ? path : path(world))
  await page.locator('main').getByText(shows).first().waitFor()
  await untilCalm(page)
  await expectAcceptedLook(page, `product-${name}`)
  await page.context().close()
})

/** Nothing of the page is still on its way. */
async function untilCalm(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await untilTrue(page, `document.querySelector('[aria-busy="true"]') === null`)
}
