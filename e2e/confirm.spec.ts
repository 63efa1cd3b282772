/** One crew confirms its week by the banner, another lets it lapse, and its visit is open again. */

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { WeeklyJobId } from '#domain/ids.ts'
import { localDate, parseInstant } from '#domain/time.ts'
import { buildCrew, CIVIC_CENTER, signedIn } from '#testing/build.ts'
import { buildVisits, buildWeeklyJob } from '#testing/build-work.ts'
import { openStage } from './browser.ts'

const stage = await openStage()
const { app, clock } = stage.testApp

const FRIDAY_AFTERNOON = parseInstant('2026-03-06T23:00:00Z')
/** Saturday 18:00 in Denver. */
const CUTOFF = parseInstant('2026-03-08T01:00:00Z')
const NEXT_TUESDAY = localDate('2026-03-10')

async function crewWithTuesdays(name: string, house: string) {
  const crew = await buildCrew(app, { name })
  const job = await buildWeeklyJob(app, { weekdays: [2], at: CIVIC_CENTER, name: house })
  await buildVisits(app, job, 2)
  const client = await signedIn(stage.testApp, crew)
  const taken = await client.call('POST /api/take-weekly-job', {
    body: { weeklyJobId: job.weeklyJobId, weekdays: [2] },
  })
  expect(taken.body.days[0]).toMatchObject({ visitCount: 4 })
  return { crew, job }
}

function visitOf(job: { weeklyJobId: WeeklyJobId }) {
  return app.db
    .selectFrom('visit')
    .where('weekly_job_id', '=', job.weeklyJobId)
    .where('date', '=', NEXT_TUESDAY)
    .select(['state', 'crew_id'])
    .executeTakeFirstOrThrow()
}

const banner = (page: Page) => page.getByText('Confirm 1 visit of next week')

test('a week is confirmed on Friday, or offered on after Saturday evening', async () => {
  const ana = await crewWithTuesdays('Ana', 'Lake house')
  const ben = await crewWithTuesdays('Ben', 'Corner house')
  clock.set(FRIDAY_AFTERNOON)

  const phone = await stage.openAs(ana.crew)
  await phone.goto('/')
  await banner(phone).waitFor()
  await phone.getByRole('link', { name: 'Confirm', exact: true }).click()
  await phone.getByRole('heading', { name: 'Confirm next week' }).waitFor()
  await phone.getByText(/By Saturday, March 7, 6:00.PM/).waitFor()
  await phone.getByRole('checkbox', { name: 'Confirm Lake house' }).waitFor()
  await phone.getByRole('button', { name: 'Confirm 1 visit' }).click()
  await phone.getByText('Your week is confirmed').waitFor()
  expect(await visitOf(ana.job)).toEqual({ state: 'confirmed', crew_id: ana.crew.userId })
  await phone.goto('/')
  await phone.getByRole('heading', { name: 'Today' }).waitFor()
  await expect.poll(() => phone.getByRole('link', { name: 'See earnings' }).isVisible()).toBe(true)
  expect(await banner(phone).count()).toBe(0)

  const other = await stage.openAs(ben.crew)
  await other.goto('/')
  await banner(other).waitFor()
  await stage.goTo(CUTOFF)
  await expect.poll(async () => (await visitOf(ben.job)).crew_id).not.toBe(ben.crew.userId)
  expect(await visitOf(ana.job)).toEqual({ state: 'confirmed', crew_id: ana.crew.userId })
  // What it is asked for now is the week after; the one that lapsed is not among it.
  await other.goto('/confirm-jobs')
  await other.getByRole('heading', { name: 'Tuesday, March 17' }).waitFor()
  expect(await other.getByRole('heading', { name: 'Tuesday, March 10' }).count()).toBe(0)
})
