/** A host with a portfolio: found by words and filters, kept under a name, many changed at once with one left out, undone. */
import { expect, test } from 'vitest'
import type { WeeklyJobId } from '#domain/ids.ts'
import { buildCrew, buildCustomer, buildProperty, signedIn } from '#testing/build.ts'
import { toTimestamp } from '#server/db/client.ts'
import { localDate } from '#domain/time.ts'
import { openStage } from './browser.ts'

const WAIT = { timeout: 60_000 }
const DESK = { width: 1440, height: 900 }
const PHONE = { width: 360, height: 780 }
const stage = await openStage()
const { app } = stage.testApp

/** Twelve lofts with bins on Tuesdays that a crew has, and one that has lawn, too. */
async function portfolio() {
  const host = await buildCustomer(app, { name: 'Ann Bell' })
  const client = await signedIn(stage.testApp, host)
  const propertyIds = []
  for (let at = 1; at <= 12; at++)
    propertyIds.push(await buildProperty(app, host.userId, { name: `Loft ${String(at).padStart(2, '0')}` }))
  const book = async (places: readonly string[], serviceKey: string, weekday: 2 | 4) => {
    const { body } = await client.call('POST /api/book-weekly-jobs', {
      body: {
        items: [{ propertyIds: [...places], serviceKey, weekdays: [weekday], quantity: 1 }],
        startsOn: '2026-03-03',
      },
    })
    return body.weeklyJobIds as WeeklyJobId[]
  }
  const bins = await book(propertyIds, 'bins', 2)
  // Bins come there on Thursdays, too: what moves to Thursday meets it.
  await book(propertyIds.slice(0, 1), 'bins', 4)
  await book(propertyIds.slice(1, 3), 'lawn', 2)
  const crew = await buildCrew(app, { name: 'Rosa Lima' })
  const now = toTimestamp(app.ports.clock.now())
  await app.db
    .insertInto('assignment')
    .values(
      bins.map((id) => ({
        weekly_job_id: id,
        weekday: 2 as const,
        crew_id: crew.userId,
        taken_at: now,
        from_date: localDate('2026-03-03'),
      })),
    )
    .execute()
  return host
}

test.each([
  ['phone', PHONE],
  ['desk', DESK],
] as const)(
  'ux 16: found, kept, previewed, changed and undone: %s',
  async (_where, viewport) => {
    const host = await portfolio()
    const page = await stage.openAs(host, { viewport })
    await page.goto('/jobs?tab=weekly')
    await expect.poll(() => page.getByText('15 weekly services').count(), WAIT).toBe(1)

    await page.getByRole('searchbox', { name: 'Search' }).fill('loft')
    if (viewport === PHONE) await page.getByRole('button', { name: /^Filters/ }).click()
    await page.getByRole('combobox', { name: 'Crew', exact: true }).selectOption({ label: 'Rosa' })
    await expect.poll(() => page.getByText('12 weekly services').count(), WAIT).toBe(1)
    await page.getByRole('button', { name: 'Save filter' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Rosa’s lofts')
    await page.getByRole('dialog').getByRole('button', { name: 'Save filter' }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Rename filter' }).count(), WAIT).toBe(1)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(() => page.getByText('15 weekly services').count(), WAIT).toBe(1)
    await page.getByRole('combobox', { name: 'Saved filters' }).selectOption({ label: 'Rosa’s lofts' })
    await expect.poll(() => page.getByText('12 weekly services').count(), WAIT).toBe(1)

    await page.getByRole('checkbox', { name: 'Select all shown' }).click()
    await page.getByRole('button', { name: 'Change 12 weekly services' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('radio', { name: 'New weekdays' }).click()
    await sheet.getByRole('checkbox', { name: 'Thursday' }).click()
    await sheet.getByRole('button', { name: 'Show what happens' }).click()
    await expect.poll(() => sheet.getByText('11 change · 1 can’t be changed').count(), WAIT).toBe(1)
    await expect.poll(() => sheet.getByText(/One crew has some of these visits/).count(), WAIT).toBe(1)
    await sheet.getByRole('button', { name: 'Change 11 weekly services' }).click()
    await expect.poll(() => page.getByText(/11 changed · 1 can’t be changed/).count(), WAIT).toBe(1)
    await page.getByText('See which one').click()
    await expect.poll(() => page.getByText(/Loft 01 · .*already/).count(), WAIT).toBe(1)
    expect(await weekdays(host.userId)).toEqual({ '2': 1, '4': 11 })

    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => page.getByText('Undone: 11 are as they were').count(), WAIT).toBe(1)
    expect(await weekdays(host.userId)).toEqual({ '2': 12 })
  },
  120_000,
)

/** Of the bins that the crew has, or had. */
async function weekdays(customerId: string): Promise<Record<string, number>> {
  const jobs = await app.db
    .selectFrom('weekly_job')
    .where('customer_id', '=', customerId as never)
    .where('service_key', '=', 'bins')
    .where('id', 'in', (eb) => eb.selectFrom('assignment').select('weekly_job_id'))
    .select('weekdays')
    .execute()
  return Object.fromEntries(
    [...Map.groupBy(jobs, (job) => job.weekdays.join())].map(([days, some]) => [days, some.length]),
  )
}
