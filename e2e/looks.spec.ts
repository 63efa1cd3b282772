/** The design system as it was accepted: a change of look is seen, and meant (`accepted-looks.ts`). */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { buildCustomer } from '#testing/build.ts'
import { expectAcceptedLook } from './accepted-looks.ts'
import { goWithin, openStage, untilTrue } from './browser.ts'
import { DESKTOP, PHONE } from './chromium.ts'
import { comparePictures } from './compare-pictures.ts'

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
  await expectAcceptedLook(page, name)
  await page.context().close()
})

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
