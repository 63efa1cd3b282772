/**
 * Cuts the typeface of the pages to what English and Spanish need: `node scripts/face.ts`, after another version of it
 * came. The result and its licence are committed.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const FACE = join(import.meta.dirname, '../src/web/ui/face.woff2')
const MOST_BYTES = 30_000
/** Dashes, quotes, dots, arrows and signs that stand in our sentences outside of Latin-1. */
const SIGNS = '–—‘’“”„…•€−←→↑↓≤≥✓™′″'

const source = fileURLToPath(
  import.meta.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'),
)
const face = await subsetFont(
  await readFile(source),
  `${between(0x20, 0x7e)}${between(0xa0, 0xff)}${SIGNS}`,
  { targetFormat: 'woff2', variationAxes: { wght: { min: 400, max: 800, default: 400 } } },
)
if (face.length > MOST_BYTES) throw new Error(`The face is ${face.length} bytes; allowed are ${MOST_BYTES}.`)
await writeFile(FACE, face)
await writeFile(FACE.replace(/woff2$/, 'licence.txt'), await readFile(join(dirname(source), '..', 'LICENSE')))

function between(first: number, last: number): string {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index))
}
