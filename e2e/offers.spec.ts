/** An open visit finds a crew: released by one, offered to others, taken by the first, and the other gets a kind answer. */
import { expect, test } from 'vitest'
import { localDate } from '#domain/time.ts'
import { buildCrew, buildOperator, CIVIC_CENTER, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { openStage } from './browser.ts'

const stage = await openStage()
const { app } = stage.testApp

test('a visit that is released is offered; one crew takes it, the other sees that it is taken', async () => {
  const leaving = await buildCrew(app, { name: 'Lena Leaving' })
  const fast = await buildCrew(app, { name: 'Fay Fast' })
  const slow = await buildCrew(app, { name: 'Sol Slow', locale: 'es' })
  await buildOperator(app)
  const job = await buildWeeklyJob(app, {
    name: 'Blue house',
    at: { ...CIVIC_CENTER, lat: CIVIC_CENTER.lat + 0.02 },
  })
  const date = localDate('2026-03-03')
  const visitId = await buildVisit(app, job, { crewId: leaving.userId, state: 'confirmed', date })

  const leaver = await signedIn(stage.testApp, leaving)
  expect((await leaver.call('POST /api/release-visit', { body: { visitId } })).status).toBe(200)
  await stage.testApp.work()

  const [first, second] = [await stage.openAs(fast), await stage.openAs(slow)]
  for (const page of [first, second]) await page.goto('/')
  await first.getByRole('heading', { name: 'Offers waiting for you' }).waitFor()
  await second.getByRole('heading', { name: 'Ofertas que te esperan' }).waitFor()
  await first.getByRole('link', { name: /Bins to the curb/ }).click()
  await second.getByRole('link', { name: /Botes a la acera/ }).click()

  await first.getByText('$7', { exact: true }).waitFor()
  expect(await first.getByText('Blue house').count()).toBe(0)
  await second.getByRole('button', { name: 'Aceptar' }).waitFor()
  await first.getByRole('button', { name: 'Accept' }).click()
  await first.getByText('This visit is yours').waitFor()
  await first.getByText('101 W Colfax Ave, Denver').waitFor()

  // The other may tap before its page was notified: the answer is the same kind sentence.
  const late = second.getByRole('button', { name: 'Aceptar' })
  if (await late.isVisible()) await late.click({ timeout: 2_000 }).catch(() => undefined)
  await second.getByText('Esta oferta ya fue tomada', { exact: true }).waitFor()
  await second.getByRole('link', { name: 'Buscar otro trabajo' }).waitFor()

  await first.getByRole('link', { name: 'See the visit' }).click()
  await first.getByRole('heading', { name: 'Blue house' }).waitFor()
  const visit = await app.db
    .selectFrom('visit')
    .where('id', '=', visitId)
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(visit).toMatchObject({ crew_id: fast.userId, state: 'confirmed' })

  await second.goto('/')
  await second.getByRole('heading', { level: 1 }).waitFor()
  expect(await second.getByRole('heading', { name: 'Ofertas que te esperan' }).count()).toBe(0)
})
