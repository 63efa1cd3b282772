/** Three hundred places at once in a real browser: only what is in sight exists, however far it was scrolled; keys move. */
import axe from 'axe-core'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { localDate } from '#domain/time.ts'
import { openStage } from './browser.ts'
import { buildPortfolio, nameOf, type Portfolio } from './build-portfolio.ts'

const stage = await openStage()
const PLACES = 300
const DESK = { width: 1_440, height: 900 }
const PHONE = { width: 360, height: 780 }
const WAIT = { timeout: 30_000 }
/** Rows that fit on the tallest of these screens, and those beyond its edges. */
const MOST_ROWS = 24
const MOST_CELLS = 800
const LAST_DAY = 'Tuesday, March 31'

let host: Portfolio
beforeAll(async () => {
  const { app } = stage.testApp
  host = await buildPortfolio(app, {
    places: PLACES,
    from: localDate('2026-03-02'),
    lastDay: localDate('2026-03-31'),
  })
}, 120_000)

async function openMonth(how: Parameters<typeof stage.openAs>[1]): Promise<Page> {
  const page = await stage.openAs(host, how)
  await page.addInitScript(axe.source)
  await page.goto('/jobs?tab=month')
  await page.getByRole('gridcell').first().waitFor(WAIT)
  return page
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))

/** What stands in the page now, and where. */
function drawn(grid: Locator) {
  return grid.evaluate((element) => {
    const box = (one: Element | null | undefined) => one?.getBoundingClientRect()
    const rows = [...element.querySelectorAll('tbody tr')]
    const frame = box(element.parentElement)!
    return {
      rows: rows.length,
      cells: element.querySelectorAll('tbody td').length,
      // From the edges of what scrolls; a pixel is its border.
      headingTop: Math.round(box(element.querySelector('thead tr'))!.top - frame.top),
      nameLeft: Math.round(box(element.querySelector('tbody th'))!.left - frame.left),
      names: rows.map((row) => row.querySelector('th')?.textContent ?? ''),
      gap: rows.slice(1).some((row, at) => box(row)!.top - box(rows[at])!.bottom > 1),
    }
  })
}

/** The days whose signs and marks lie beyond their cell. */
function straySigns(grid: Locator) {
  return grid.evaluate((element) =>
    [...element.querySelectorAll('tbody button')]
      .filter((cell) => {
        const { left, right, top, bottom } = cell.getBoundingClientRect()
        return [...cell.querySelectorAll('span > *')]
          .map((sign) => sign.getBoundingClientRect())
          .some((box) => box.left < left || box.right > right || box.top < top || box.bottom > bottom)
      })
      .map((cell) => cell.getAttribute('aria-label')),
  )
}

const scroll = (grid: Locator, top: number, left: number) =>
  grid.evaluate((element, to) => element.parentElement!.scrollTo(to), { top, left })

async function findings(page: Page) {
  return page.evaluate(async () => {
    const found = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      // No user scaling is the user's own wish: docs/decisions/0005-no-user-scaling.md.
      rules: { 'meta-viewport': { enabled: false } },
    })
    return found.violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html.slice(0, 160)}`)
  })
}

test.each([
  ['a desk', { viewport: DESK }],
  ['a desk in the dark, in Spanish', { viewport: DESK, isDark: true, language: 'es' as const }],
  ['a phone', { viewport: PHONE }],
  ['a phone in the dark, in Spanish', { viewport: PHONE, isDark: true, language: 'es' as const }],
])('three hundred places on %s: few of them exist, and the headings stay', async (_, how) => {
  const page = await openMonth(how)
  expect(await findings(page)).toEqual([])
  const grid = page.getByRole('grid')
  expect(await grid.getAttribute('aria-rowcount')).toBe(String(PLACES + 1))
  const seen = new Set<string>()
  for (let top = 0; !seen.has(nameOf(PLACES - 1)); top += how.viewport.height) {
    await scroll(grid, top, (top % 3) * 100)
    // What was not there yet comes as the next page.
    await expect.poll(async () => (await drawn(grid)).rows, WAIT).toBeGreaterThan(2)
    const now = await drawn(grid)
    for (const name of now.names) seen.add(name)
    expect(now).toMatchObject({ headingTop: 1, gap: false })
    expect(now.rows).toBeLessThanOrEqual(MOST_ROWS)
    expect(now.cells).toBeLessThanOrEqual(MOST_CELLS)
    if (how.viewport === DESK) expect(now.nameLeft).toBe(1)
    if (top > PLACES * 200) throw new Error('the last place does not come')
  }
  const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(width).toBeLessThanOrEqual(0)
})

test('the far corner shows what the first does: guests, work, today, and a night sold twice', async () => {
  const page = await openMonth({ viewport: DESK })
  const grid = page.getByRole('grid')
  const today = grid.locator('tbody [aria-current="date"]')
  expect(await today.first().getAttribute('aria-label')).toMatch(
    /^Cabin 000, Monday, March 2: .*guests arrive/i,
  )
  const twice = grid.getByRole('button', { name: /^Cabin 000, .*two stays in one night/i })
  expect(await twice.count()).toBeGreaterThan(0)
  expect(await twice.first().locator('[data-mark]').first().isVisible()).toBe(true)
  expect(await straySigns(grid)).toEqual([])
  const corner = grid.getByRole('button', { name: `Cabin 299, ${LAST_DAY}` })
  await expect
    .poll(async () => {
      await scroll(grid, 1e6, 1e6)
      return corner.count()
    }, WAIT)
    .toBe(1)
  expect(await corner.getAttribute('aria-label')).toMatch(/guests arrive/i)
  expect(await corner.locator('xpath=ancestor::td').getAttribute('aria-colindex')).toBe('32')
  expect(await corner.locator('xpath=ancestor::tr').getAttribute('aria-rowindex')).toBe(String(PLACES + 1))
  // Its check-outs bring somebody, four nights after its guests came.
  await scroll(grid, 1e6, 0)
  await grid
    .getByRole('button', { name: /^Cabin 299, .*March 9: .*guests leave.*Turnover clean/i })
    .waitFor(WAIT)
})

test('only places with something wrong: all of them are looked through without scrolling', async () => {
  const page = await openMonth({ viewport: DESK })
  await page.getByText(/in the first 100 of 300 places/).waitFor(WAIT)
  // The address holds it, so the box follows a moment later.
  await page.getByRole('checkbox', { name: 'Only places with conflicts or gaps' }).click()
  await expect
    .poll(
      () =>
        page
          .getByText(/conflicts and gaps/)
          .first()
          .textContent(),
      WAIT,
    )
    .not.toMatch(/in the first/)
  // One in seven is sold twice, and more lack a turnover or have a visit inside.
  expect(Number(await page.getByRole('grid').getAttribute('aria-rowcount'))).toBeGreaterThan(PLACES / 7)
})

test('keys move over places and days that were not drawn before', async () => {
  const page = await openMonth({ viewport: DESK })
  await page.getByRole('button', { name: /^Cabin 000, Monday, March 2:/ }).focus()
  await page.keyboard.press('End')
  await expect.poll(() => focused(page)).toMatch(/^Cabin 000, Tuesday, March 31/)
  for (const key of ['PageDown', 'PageDown', 'PageDown']) await page.keyboard.press(key)
  await expect.poll(() => focused(page)).toMatch(/^Cabin 024, Tuesday, March 31/)
  await page.keyboard.press('Home')
  await expect.poll(() => focused(page)).toMatch(/^Cabin 024, Sunday, March 1/)
  await page.keyboard.press('Enter')
  await page.getByRole('complementary', { name: 'Cabin 024' }).waitFor(WAIT)
  expect(new URL(page.url()).searchParams.get('day')).toBe('2026-03-01')
})
