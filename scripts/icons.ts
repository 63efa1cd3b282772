/**
 * Draws every icon and picture of the start from `public/icon.svg`: `node scripts/icons.ts`, after the drawing or the
 * list of sizes changed. The results are committed.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { splashName, splashSizes } from './splash.ts'

const PUBLIC = join(import.meta.dirname, '..', 'public')
/** Seed §1: the theme colour. */
const GROUND = '#F5F5F5'
/** The icon's share of the shorter side of the screen, and of a maskable icon's safe middle. */
const SPLASH_SHARE = 0.256
const MASKABLE_SHARE = 0.86

const drawing = await readFile(join(PUBLIC, 'icon.svg'), 'utf8')
/** Filled to its corners: the device itself cuts the shape. */
const square = drawing.replace(/ rx="\d+"/, '')
const accent = /<rect[^>]*fill="(#[0-9a-f]{6})"/.exec(drawing)![1]!

await writeFile(join(PUBLIC, 'icon-192.png'), await draw(drawing, 192))
await writeFile(join(PUBLIC, 'icon-512.png'), await draw(drawing, 512))
await writeFile(join(PUBLIC, 'apple-touch-icon.png'), await draw(square, 180))
await writeFile(
  join(PUBLIC, 'icon-maskable-512.png'),
  await centred(await draw(square, Math.round(512 * MASKABLE_SHARE)), {
    width: 512,
    height: 512,
    ground: accent,
  }),
)
await rm(join(PUBLIC, 'splash'), { recursive: true, force: true })
await mkdir(join(PUBLIC, 'splash'))
for (const size of splashSizes) {
  const [width, height, ratio] = size
  const icon = await draw(drawing, Math.round(Math.min(width, height) * ratio * SPLASH_SHARE))
  const picture = await centred(icon, { width: width * ratio, height: height * ratio, ground: GROUND })
  await writeFile(join(PUBLIC, splashName(size)), picture)
}
console.log(`Drew 4 icons and ${splashSizes.length} pictures of the start.`)

function draw(svg: string, sizePixels: number): Promise<Buffer> {
  // As many dots an inch as the size needs: drawn sharp, not enlarged.
  const density = (72 * sizePixels) / 512
  return sharp(Buffer.from(svg), { density: Math.max(density, 72) })
    .resize(sizePixels, sizePixels)
    .png({ palette: true, effort: 10 })
    .toBuffer()
}

type Canvas = { width: number; height: number; ground: string }

function centred(icon: Buffer, { width, height, ground }: Canvas): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: ground } })
    .composite([{ input: icon, gravity: 'centre' }])
    .png({ palette: true, effort: 10 })
    .toBuffer()
}
