/**
 * Pictures of pages that are compared with accepted ones, pixel by pixel. To accept a new look:
 * `CREW_LOOKS=accept vitest run --project e2e e2e/looks.spec.ts e2e/product-looks.spec.ts`. Letters, clock and data are
 * ours, so that machines with the same Chromium agree; what differs is drawn in red into `test-results`.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect } from 'vitest'
import { untilTrue } from './browser.ts'
import { comparePictures } from './compare-pictures.ts'

const ACCEPTED = join(import.meta.dirname, 'looks')
/** Of all pixels: what edges of letters may differ by between two builds of one browser. */
const MOST_DIFFERENT = 0.002

/** Fails where the page, without its frame, looks other than it was accepted under this name. */
export async function expectAcceptedLook(page: Page, name: string): Promise<void> {
  const shot = await photograph(page)
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
}

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

/** Writes the picture as small as it goes. */
async function keep(path: string, picture: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, await sharp(picture).png({ compressionLevel: 9, effort: 10 }).toBuffer())
}
