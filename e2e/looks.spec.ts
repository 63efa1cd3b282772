/**
 * The design system as it was accepted, pixel by pixel: a change of look is seen, and meant. To accept a new look:
 * `CREW_LOOKS=accept vitest run --project e2e e2e/looks.spec.ts`. Letters, clock and data are ours, so that machines with
 * the same Chromium agree; what differs is drawn in red into `test-results`.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { buildCustomer } from '#testing/build.ts'
import { goWithin, openStage, untilTrue } from './browser.ts'
import { DESKTOP, PHONE } from './chromium.ts'
import { comparePictures } from './compare-pictures.ts'

const ACCEPTED = join(import.meta.dirname, 'looks')
/** Of all pixels: what edges of letters may differ by between two builds of one browser. */
const MOST_DIFFERENT = 0.002

const stage = await openStage({ isStill: true })
const customer = await buildCustomer(stage.testApp.app, { name: 'Cora Customer' })

const PARTS = ['basics', 'looks', 'fields', 'data'] as const
const sizes = { phone: PHONE, desktop: DESKTOP }
const cases = PARTS.flatMap((part) =>
  (['phone', 'desktop'] as const).flatMap((size) =>
    (['light', 'dark'] as const).map((scheme) => ({ part, size, scheme, name: `${part}-${size}-${scheme}` })),
  ),
)

test.each(cases)('$name looks as it was accepted', async ({ part, size, scheme, name }) => {
  const page = await stage.openAs(customer, { viewport: sizes[size], isDark: scheme === 'dark' })
  await page.goto('/account')
  // The bell and what stands beside it come when the page has nothing better to do.
  await untilTrue(page, `document.querySelectorAll('[aria-haspopup="dialog"]').length >= 2`)
  await goWithin(page, `/design?part=${part}`)
  await page.getByRole('heading', { level: 1, name: 'Design' }).waitFor()
  const shot = await photograph(page)
  await page.context().close()
  const path = join(ACCEPTED, `${name}.png`)
  if (process.env['CREW_LOOKS'] === 'accept') return keep(path, shot)
  const { share, drawing } = await comparePictures(await readFile(path), shot)
  if (share > MOST_DIFFERENT) {
    await keep(`test-results/looks/${name}.png`, shot)
    await keep(`test-results/looks/${name}-difference.png`, drawing)
  }
  expect(
    share,
    `${name} has another look; see test-results/looks/${name}-difference.png`,
  ).toBeLessThanOrEqual(MOST_DIFFERENT)
})

async function photograph(page: Page): Promise<Buffer> {
  await untilTrue(
    page,
    `document.fonts.status === 'loaded' && document.fonts.check('16px "Crew Face"') && [...document.images].every((image) => image.loading === 'lazy' || image.complete)`,
  )
  // Until two pictures in a row are the same: what came last has been painted.
  // The page without its frame: a menu that gets another entry is no other look.
  const clip = await page.evaluate<{ x: number; y: number; width: number; height: number }>(`(() => {
    const { x, y, width } = document.querySelector('main').getBoundingClientRect()
    const bar = document.querySelector('nav.fixed')
    return { x, y, width, height: (bar ? bar.getBoundingClientRect().top : innerHeight) - y }
  })()`)
  const shoot = () => page.screenshot({ animations: 'disabled', caret: 'hide', clip })
  let last = await shoot()
  for (let tries = 0; tries < 40; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 250))
    const next = await shoot()
    if (next.equals(last)) return next
    last = next
  }
  throw new Error('The page never stands still.')
}

async function keep(path: string, picture: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, await sharp(picture).png({ compressionLevel: 9, effort: 10 }).toBuffer())
}

test('a word in another place is seen', async () => {
  const blank = { create: { width: 100, height: 100, channels: 3 as const, background: '#ffffff' } }
  const white = await sharp(blank).png().toBuffer()
  const spot = await sharp({ create: { width: 10, height: 10, channels: 3, background: '#12563f' } })
    .png()
    .toBuffer()
  const spotted = await sharp(white)
    .composite([{ input: spot, left: 3, top: 4 }])
    .png()
    .toBuffer()
  expect((await comparePictures(white, white)).share).toBe(0)
  expect((await comparePictures(white, spotted)).share).toBeCloseTo(0.01)
  const larger = await sharp({ ...blank, create: { ...blank.create, height: 120 } })
    .png()
    .toBuffer()
  expect((await comparePictures(white, larger)).share).toBe(1)
})
