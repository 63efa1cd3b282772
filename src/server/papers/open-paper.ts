/** What every paper of ours shares: sheet, colours, and a font for whatever a person may be called. */
import { fileURLToPath } from 'node:url'
import PdfDocument from 'pdfkit'

export const MARGIN = 48
export const INK = '#1b1f1d'
export const MUTED = '#5b625e'
export const RULE = '#d5d9d6'

export type Paper = InstanceType<typeof PdfDocument>
type Weight = 'regular' | 'bold'
export type Style = { readonly size: number; readonly weight: Weight; readonly colour: string }

type Options = {
  readonly title: string
  /** Keeps all pages until the end, for a paper that is drawn before its pages are counted. */
  readonly keepsPages?: boolean
}

/** The first page is there where pages are kept; else each is added by whoever draws. */
export function openPaper({ title, keepsPages = false }: Options): Paper {
  return new PdfDocument({
    size: 'LETTER',
    margin: MARGIN,
    bufferPages: keepsPages,
    autoFirstPage: keepsPages,
    info: { Title: title, Author: 'Crew', Creator: 'Crew' },
  })
}

const PLAIN = { regular: 'Helvetica', bold: 'Helvetica-Bold' } as const
/** Has Greek, Cyrillic, Vietnamese, Hebrew, Arabic and simple emoji, too; embedded only where a text needs it. */
const WIDE = {
  regular: fileURLToPath(
    import.meta.resolve('@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff'),
  ),
  bold: fileURLToPath(import.meta.resolve('@fontsource/dejavu-sans/files/dejavu-sans-latin-700-normal.woff')),
} as const

/** Of the standard fonts, beyond Latin-1: the code page of Windows (PDF 32000, annex D). */
const PLAIN_BEYOND_LATIN = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'

/** From one line to the next, in sizes of the font. */
export const LEADING = 1.35

/** Both fonts stand on one line, whose height above is that of the plain one. */
const ASCENT = 0.78

type Run = { readonly text: string; readonly isWide: boolean }

/** One line at a place, whole. Answers where it ends. */
export function writeLine(paper: Paper, text: string, at: { x: number; y: number }, style: Style): number {
  let { x } = at
  paper.fontSize(style.size).fillColor(style.colour)
  for (const run of runsOf(paper, text, style.weight)) {
    paper.text(run.text, x, at.y + style.size * ASCENT, { lineBreak: false, baseline: 'alphabetic' })
    x += paper.widthOfString(run.text)
  }
  return x
}

export function widthOf(paper: Paper, text: string, style: Style): number {
  paper.fontSize(style.size)
  let width = 0
  for (const run of runsOf(paper, text, style.weight)) width += paper.widthOfString(run.text)
  return width
}

/** Breaks a text into lines that fit, between words; inside one that fits no line by itself. */
export function wrap(paper: Paper, text: string, width: number, style: Style): string[] {
  const clean = readable(text)
  if (widthOf(paper, clean, style) <= width) return [clean]
  const lines: string[] = []
  let line = ''
  for (const word of clean.split(' ').flatMap((each) => piecesOf(paper, each, width, style))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && widthOf(paper, longer, style) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line]
}

/** Sets the font of each run before it is yielded, so that the caller measures and writes in it. */
function* runsOf(paper: Paper, text: string, weight: Weight): Generator<Run> {
  for (const run of splitRuns(readable(text))) {
    paper.font(run.isWide ? WIDE[weight] : PLAIN[weight])
    yield run
  }
}

/** What both fonts lack stands as a box, never as another letter. Nothing that only steers a screen is kept. */
function readable(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll(/[\p{Cf}\p{Variation_Selector}\p{Emoji_Modifier}\p{Cs}\p{Co}]/gu, '')
    .trim()
}

function splitRuns(text: string): Run[] {
  const runs: { text: string; isWide: boolean }[] = []
  for (const character of text) {
    const last = runs.at(-1)
    const isWide = !isPlain(character)
    if (last?.isWide === isWide) last.text += character
    else runs.push({ text: character, isWide })
  }
  return joinOverSpaces(runs)
}

/** Words of a script that runs from right to left are set as one, or they would stand in the wrong order. */
function joinOverSpaces(runs: readonly Run[]): Run[] {
  const joined: Run[] = []
  for (const run of runs) {
    const [before, gap] = [joined.at(-2), joined.at(-1)]
    if (run.isWide && before?.isWide && gap?.text === ' ')
      joined.splice(-2, 2, { text: `${before.text} ${run.text}`, isWide: true })
    else joined.push(run)
  }
  return joined
}

function isPlain(character: string): boolean {
  const code = character.codePointAt(0)!
  return (
    (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff) || PLAIN_BEYOND_LATIN.includes(character)
  )
}

function piecesOf(paper: Paper, word: string, width: number, style: Style): string[] {
  if (widthOf(paper, word, style) <= width) return [word]
  const pieces: string[] = []
  let piece = ''
  for (const character of word) {
    if (piece !== '' && widthOf(paper, piece + character, style) > width) {
      pieces.push(piece)
      piece = character
    } else piece += character
  }
  return [...pieces, piece]
}
