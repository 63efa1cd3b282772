/** What a camera makes of a printed page: its filled shapes as a picture, read by a reader that is not ours. */
import { BinaryBitmap, HybridBinarizer, QRCodeReader, RGBLuminanceSource } from '@zxing/library'
import sharp from 'sharp'
import { readDrawing } from './read-pdf.ts'

/** Letter, in points, and dots a point: a poor photograph from some steps away. */
const PAGE = { width: 612, height: 792 }
const DOTS = 2
/**
 * Degrees by which the phone is tilted, frame after frame. This reader takes data for a corner in 2 to 4 of 100 frames
 * of flawless codes; of 300 links none failed in the first two frames, and none was ever read as another.
 */
const TILTS = [0, 3, -4, 5, -2]

/** The link on each page. Throws where a page has none that can be read. */
export function readQrCodes(pdf: Buffer): Promise<string[]> {
  return Promise.all(readDrawing(pdf).map((drawing) => scan(pictureOf(drawing))))
}

/** As a camera does: another frame until one is read. */
async function scan(picture: string): Promise<string> {
  const failures: unknown[] = []
  for (const tilt of TILTS)
    try {
      return decode(await photograph(picture, tilt))
    } catch (failure) {
      failures.push(failure)
    }
  throw new AggregateError(failures, 'No frame of this page shows a code that can be read.')
}

/** Matrices, paths and fills as SVG; what else a page has, such as its words, is left out. */
function pictureOf(drawing: string): string {
  const shapes: string[] = []
  const groups = [0]
  let [path, colour, numbers] = ['', 'white', [] as number[]]
  const close = () => shapes.push('</g>'.repeat(groups.pop() ?? 0))
  const rgb = () => `rgb(${numbers.map((share) => Math.round(share * 255)).join()})`
  const draw: Record<string, () => unknown> = {
    q: () => groups.push(0),
    Q: close,
    cm: () => {
      shapes.push(`<g transform="matrix(${numbers.join()})">`)
      groups[groups.length - 1]! += 1
    },
    m: () => (path += `M${numbers.join(' ')}`),
    l: () => (path += `L${numbers.join(' ')}`),
    h: () => (path += 'Z'),
    scn: () => (colour = rgb()),
    f: () => {
      shapes.push(`<path fill="${colour}" d="${path}"/>`)
      path = ''
    },
  }
  for (const word of drawing.split(/\s+/)) {
    const number = Number(word)
    if (word !== '' && Number.isFinite(number)) numbers.push(number)
    else {
      draw[word]?.()
      numbers = []
    }
  }
  while (groups.length > 0) close()
  const { width, height } = PAGE
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width * DOTS}" height="${height * DOTS}" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="white"/>${shapes.join('')}</svg>`
}

async function photograph(picture: string, tilt: number) {
  const { data, info } = await sharp(Buffer.from(picture))
    .rotate(tilt, { background: 'white' })
    .greyscale()
    .blur(1)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

function decode({ data, width, height }: Awaited<ReturnType<typeof photograph>>): string {
  const source = new RGBLuminanceSource(new Uint8ClampedArray(data), width, height)
  return new QRCodeReader().decode(new BinaryBitmap(new HybridBinarizer(source))).getText()
}
