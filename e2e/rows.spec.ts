/** The words of a row keep room beside its badges, buttons and amounts, on the widest screen and on the narrowest. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { PropertyId } from '#domain/ids.ts'
import { localDate } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { buildCustomer, buildProperty, signedIn } from '#testing/build.ts'
import { openStage } from './browser.ts'

const stage = await openStage()
const { app } = stage.testApp
const WIDE = { width: 1_440, height: 900 }
/** A date and two hours on one line. */
const ENOUGH = 150

/** How wide the words stand in each row of the list below a heading. */
async function wordsIn(page: Page, list: string): Promise<number[]> {
  const rows = page.getByRole('list', { name: list }).getByRole('listitem')
  await rows.first().waitFor()
  return rows.evaluateAll((elements) =>
    elements.map((row) => {
      const title = [...row.querySelectorAll('span')].find(
        (each) => getComputedStyle(each).display === 'block' && each.children.length === 0,
      )
      return Math.round(title?.getBoundingClientRect().width ?? 0)
    }),
  )
}

async function buildStay(propertyId: PropertyId, checkIn: string, checkOut: string): Promise<void> {
  const at = toTimestamp(app.ports.clock.now())
  const span = { check_in: localDate(checkIn), check_out: localDate(checkOut) }
  const facts = { kind: 'stay', state: 'booked', is_guess: false, guests: 5 } as const
  await app.db
    .insertInto('stay')
    .values({ property_id: propertyId, ...span, ...facts, created_at: at, changed_at: at })
    .execute()
}

test('a turnover on the day of the next guests says its date beside two badges and two buttons', async () => {
  const host = await buildCustomer(app, { name: 'Hanna Host' })
  const propertyId = await buildProperty(app, host.userId, { name: 'Blue house' })
  await buildStay(propertyId, '2026-03-03', '2026-03-06')
  await buildStay(propertyId, '2026-03-06', '2026-03-09')
  const client = await signedIn(stage.testApp, host)
  const saved = await client.call('POST /api/save-turnover-rule', {
    body: {
      propertyId,
      isOn: true,
      bedrooms: 2,
      checkInTime: '16:00',
      checkOutTime: '11:00',
      finishBy: '20:00',
    },
  })
  expect(saved.status).toBe(200)
  const page = await stage.openAs(host, { viewport: WIDE })
  await page.goto(`/property/${propertyId}`)
  await page.getByText('Same day').waitFor()
  for (const width of await wordsIn(page, 'Turnovers')) expect(width).toBeGreaterThan(ENOUGH)
})

test('a service night on the narrowest phone says its name beside what a week costs', async () => {
  const manager = await buildCustomer(app, { name: 'Ana Ruiz' })
  const client = await signedIn(stage.testApp, manager)
  const { body: complex } = await client.call('POST /api/add-complex', {
    body: { name: 'Colfax Court', address: '1600 E Colfax Ave', lat: 39.74, lng: -104.97, units: 48 },
  })
  await client.call('POST /api/book-weekly-jobs', {
    body: {
      items: [
        {
          propertyIds: [complex.propertyId],
          serviceKey: 'valet_trash',
          weekdays: [1, 2, 4, 6, 7],
          windowStart: '16:00',
          windowEnd: '20:00',
          quantity: 48,
        },
      ],
      startsOn: '2026-03-03',
    },
  })
  const page = await stage.openAs(manager)
  await page.goto(`/customer-complex?id=${complex.complexId}`)
  for (const width of await wordsIn(page, 'Service nights')) expect(width).toBeGreaterThan(ENOUGH)
})

test('an address of nights begins with a letter as small as it is', async () => {
  const manager = await buildCustomer(app, { name: 'Ana Ruiz' })
  const client = await signedIn(stage.testApp, manager)
  const { body: complex } = await client.call('POST /api/add-complex', {
    body: { name: 'Larimer Lofts', address: '1600 E Colfax Ave', lat: 39.74, lng: -104.97, units: 48 },
  })
  await client.call('POST /api/add-report-address', {
    body: { complexId: complex.complexId, email: 'rosa@rosa.test', locale: 'en' },
  })
  const page = await stage.openAs(manager)
  await page.goto(`/customer-complex?id=${complex.complexId}`)
  const widths = await page.getByText('rosa@rosa.test').evaluate((element) => {
    const [text] = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
    return [0, 'rosa@'.length].map((at) => {
      const letter = document.createRange()
      letter.setStart(text!, at)
      letter.setEnd(text!, at + 1)
      return letter.getBoundingClientRect().width
    })
  })
  expect(widths[0]).toBeCloseTo(widths[1]!, 0)
})
