/** The chart of an operator's numbers as a browser draws it: bars with axes, said by a slider, by day and by night. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { addDays, dateAt } from '#domain/time.ts'
import { buildOperator } from '#testing/build.ts'
import { openStage } from './browser.ts'
import { DESKTOP } from './chromium.ts'

const stage = await openStage()
const { app, clock } = stage.testApp
const operator = await buildOperator(app)
const yesterday = addDays(dateAt(clock.now(), 'America/Denver'), -1)
const nothing = { completed: 0, on_time: 0, missed: 0, crew_minutes: 0, new_customers: 0, lost_customers: 0 }
const noMoney = {
  revenue_cents: cents(0),
  crew_pay_cents: cents(0),
  refund_cents: cents(0),
  sponsor_cents: cents(0),
}
const day = { market_id: 'denver', service_key: 'bins', filled: 0, ...nothing, ...noMoney }
await app.db
  .insertInto('daily_number')
  .values([
    { ...day, date: yesterday, visits: 4 },
    { ...day, date: addDays(yesterday, -1), visits: 8 },
  ])
  .execute()

/** How many points of the picture have this colour, a bar's own. */
function pointsLike(page: Page, colour: string): Promise<number> {
  return page.evaluate<number>(`(() => {
    const canvas = document.querySelector('main canvas')
    const style = document.createElement('span').style
    style.color = ${JSON.stringify(colour)}
    const wanted = style.color.match(/\\d+/g).map(Number)
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    let points = 0
    for (let at = 0; at < data.length; at += 4)
      if (data[at + 3] === 255 && wanted.every((part, which) => Math.abs(data[at + which] - part) < 3)) points += 1
    return points
  })()`)
}

test.each([false, true])(
  'ten days of visits are bars with axes, and the slider says each (dark: %s)',
  async (isDark) => {
    const page = await stage.openAs(operator, { viewport: DESKTOP, isDark })
    await page.goto(`/operator/numbers?number=visits&from=${addDays(yesterday, -9)}&to=${yesterday}`)
    const canvas = page.locator('main canvas')
    await canvas.waitFor()
    const accent = await page.evaluate<string>(
      `getComputedStyle(document.querySelector('main canvas')).color`,
    )
    await expect.poll(() => pointsLike(page, accent)).toBeGreaterThan(500)
    const last = await pointsLike(page, accent)

    const slider = page.getByRole('slider', { name: /Visits/ })
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/: 4$/)
    await slider.press('ArrowLeft')
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/: 8$/)
    // The bar that is said stands out: it is twice as high.
    await expect.poll(() => pointsLike(page, accent)).toBeGreaterThan(last * 1.5)
    await page.context().close()
  },
)

test('where the library does not come, the plain bars stay and the slider says each', async () => {
  const page = await stage.openAs(operator, { viewport: DESKTOP })
  const asked: string[] = []
  await page.context().route('**/assets/axis-picture-*', (route) => {
    asked.push(route.request().url())
    return route.abort()
  })
  await page.goto(`/operator/numbers?number=visits&from=${addDays(yesterday, -9)}&to=${yesterday}`)
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  const slider = page.getByRole('slider', { name: /Visits/ })
  await slider.press('ArrowLeft')
  expect(await slider.getAttribute('aria-valuetext')).toMatch(/: 8$/)
  expect(await page.locator('main svg:has(rect)').count()).toBe(1)
  expect(await page.locator('main canvas').count()).toBe(0)
  await page.context().close()
})
