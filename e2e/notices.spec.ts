import { expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { HOUR_MS, type Instant, instantAt, localDate, localTime } from '#domain/time.ts'
import { notify } from '#server/notices/notify.ts'
import { buildCrew, buildCustomer } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { openStage } from './browser.ts'

const stage = await openStage()
const { app } = stage.testApp

async function visitOfTwo() {
  const customer = await buildCustomer(app, { name: 'Jane Cole' })
  const crew = await buildCrew(app, { name: 'Maria Lopez' })
  const job = await buildWeeklyJob(app, { customerId: customer.userId, name: 'Elm House' })
  const visitId = await buildVisit(app, job, { crewId: crew.userId, state: 'confirmed' })
  return { customer, crew, visitId }
}

function subjectsTo(userId: UserId) {
  return app.db
    .selectFrom('outbox_message')
    .where('user_id', '=', userId)
    .where('channel', '=', 'mail')
    .select('subject')
    .execute()
}

test('a customer writes, the crew sees the bell and answers', async () => {
  const { customer, crew, visitId } = await visitOfTwo()
  const customers = await stage.openAs(customer)
  await customers.goto(`/visit/${visitId}`)
  await customers.getByLabel('Your message').fill('The gate sticks. Push hard.')
  await customers.getByRole('button', { name: 'Send', exact: true }).click()
  await customers.getByText('The gate sticks. Push hard.').waitFor()

  const crews = await stage.openAs(crew)
  await crews.goto('/jobs-list')
  await crews.getByRole('button', { name: /^Notices, \d+ not read$/ }).click()
  await crews.getByRole('link', { name: /Jane wrote you/ }).click()
  await crews.getByText('The gate sticks. Push hard.').waitFor()
  await crews.getByRole('button', { name: 'I am on my way.' }).click()
  await customers.getByText('I am on my way.', { exact: true }).waitFor({ timeout: 60_000 })
  await crews.context().close()
  await customers.context().close()
})

test('quiet hours hold a mail, and a preference that is off sends none', async () => {
  const customer = await buildCustomer(app)
  const page = await stage.openAs(customer)
  await page.goto('/notification-preferences')
  await page.getByLabel('Emails wait too').check()
  await page.getByRole('button', { name: 'Save quiet hours' }).click()
  await page.getByText('Saved.').waitFor()
  await page.getByRole('checkbox', { name: 'A job changes: Email' }).uncheck()
  await expect
    .poll(() =>
      app.db.selectFrom('notice_preference').where('user_id', '=', customer.userId).selectAll().execute(),
    )
    .toHaveLength(1)
  await page.context().close()

  const night = instantAt(localDate('2026-03-02'), localTime('22:00'), 'America/Denver')
  await stage.testApp.goTo(night)
  for (const event of ['job_changed', 'day_moved'] as const) {
    const words = { title: `News: ${event}`, text: 'Please look.' }
    const key = `e2e:${event}`
    await notify(app.db, {
      to: customer.userId,
      event,
      key,
      texts: { en: words, es: words },
      url: '/jobs',
      now: night,
    })
  }
  await stage.testApp.goTo((night + HOUR_MS) as Instant)
  expect(await subjectsTo(customer.userId)).toEqual([])
  await stage.testApp.goTo((night + 9 * HOUR_MS) as Instant)
  expect(await subjectsTo(customer.userId)).toEqual([{ subject: 'News: day_moved' }])
})

test('the link of a mail ends such mails after asking, without a sign-in', async () => {
  const customer = await buildCustomer(app)
  const words = { title: 'A job changed', text: 'Please look.' }
  const now = app.ports.clock.now()
  const key = 'e2e:unsubscribe'
  await notify(app.db, {
    to: customer.userId,
    event: 'job_changed',
    key,
    texts: { en: words, es: words },
    url: '/jobs',
    now,
  })
  await stage.testApp.work()
  const findMail = () =>
    app.db
      .selectFrom('outbox_message')
      .where('user_id', '=', customer.userId)
      .where('subject', '=', 'A job changed')
      .select('body')
      .executeTakeFirst()
  await expect.poll(findMail, { timeout: 20_000 }).toBeDefined()
  const mail = (await findMail())!
  const page = await stage.open()
  await page.goto(/\/go\/unsubscribe\S+/.exec(mail.body)![0])
  await page.getByRole('button', { name: 'Stop these emails' }).click()
  await page.getByText(/No more emails about/).waitFor()
  expect(new URL(page.url()).search).toBe('')
  await page.context().close()
})
