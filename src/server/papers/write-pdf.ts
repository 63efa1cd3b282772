/**
 * A document as PDF. Its lines are laid out first, so that every page can say of how many it is; then one page is drawn
 * at a time, and the next one only when the reader has taken it: five thousand lines never stand in memory as PDF.
 */
import { Readable } from 'node:stream'
import { setImmediate as otherWork } from 'node:timers/promises'
import {
  INK,
  LEADING,
  MARGIN,
  MUTED,
  openPaper,
  type Paper,
  RULE,
  type Style,
  widthOf,
  wrap,
  writeLine,
} from './open-paper.ts'

/** Everything in it is text as it will stand there: whoever makes it has formatted amounts and dates. */
export type PaperContent = {
  /** Who writes: the name first. */
  readonly letterhead: readonly string[]
  readonly title: string
  /** What is set large below the title: a sum. */
  readonly headline: string
  readonly facts: readonly string[]
  readonly tables: readonly PaperTable[]
  readonly madeAt: string
  readonly pageOf: (page: number, pageCount: number) => string
}

export type PaperTable = {
  readonly title: string
  readonly columns: readonly PaperColumn[]
  readonly rows: readonly (readonly string[])[]
  readonly sums: readonly PaperSum[]
}

type PaperColumn = { readonly title: string; readonly share: number; readonly isNumber?: boolean }
export type PaperSum = { readonly label: string; readonly amount: string; readonly isTotal?: boolean }

/** Draws itself with its upper edge at a height. */
type Block = {
  readonly height: number
  /** Of the blocks after it that must stand on the same page. */
  readonly staysWith: number
  /** What stands above it where it begins a page. */
  readonly head: Block | null
  readonly draw: (paper: Paper, top: number) => void
}

const TITLE: Style = { size: 10, weight: 'regular', colour: MUTED }
const HEADLINE: Style = { size: 24, weight: 'bold', colour: INK }
const SENDER: Style = { size: 12, weight: 'bold', colour: INK }
const SMALL: Style = { size: 9, weight: 'regular', colour: MUTED }
const FACT: Style = { size: 10, weight: 'regular', colour: MUTED }
const SECTION: Style = { size: 13, weight: 'bold', colour: INK }
const HEAD: Style = { size: 9, weight: 'bold', colour: MUTED }
const CELL: Style = { size: 9.5, weight: 'regular', colour: INK }
const TOTAL: Style = { size: 11, weight: 'bold', colour: INK }
const FOOT: Style = { size: 8, weight: 'regular', colour: MUTED }
const GAP = 8
const SHEET = { width: 612, height: 792 }
const INNER = SHEET.width - 2 * MARGIN
const BOTTOM = SHEET.height - MARGIN - 18
const RIGHT = SHEET.width - MARGIN

export function writePdf(content: PaperContent): Readable {
  return Readable.from(pagesOf(content), { objectMode: false })
}

async function* pagesOf(content: PaperContent): AsyncGenerator<Buffer> {
  const paper = openPaper({ title: content.title })
  const pages = paginate(blocksOf(paper, content))
  for (const [index, blocks] of pages.entries()) {
    paper.addPage()
    let top = MARGIN
    for (const block of blocks) {
      block.draw(paper, top)
      top += block.height
    }
    drawFoot(paper, content.madeAt, content.pageOf(index + 1, pages.length))
    yield* written(paper)
    await otherWork()
  }
  paper.end()
  for await (const chunk of paper) yield chunk
}

function* written(paper: Paper): Generator<Buffer> {
  for (let chunk = paper.read(); chunk !== null; chunk = paper.read()) yield chunk
}

function paginate(blocks: readonly Block[]): Block[][] {
  const pages: Block[][] = [[]]
  let top = MARGIN
  for (const [index, block] of blocks.entries()) {
    const together = blocks.slice(index, index + block.staysWith + 1)
    const height = together.reduce((sum, each) => sum + each.height, 0)
    if (top + height > BOTTOM && top > MARGIN) {
      pages.push(block.head === null ? [] : [block.head])
      top = MARGIN + (block.head?.height ?? 0)
    }
    pages.at(-1)!.push(block)
    top += block.height
  }
  return pages
}

function blocksOf(paper: Paper, content: PaperContent): Block[] {
  return [
    ...letterheadBlocks(paper, content.letterhead),
    ...text(paper, content.title.toUpperCase(), TITLE),
    ...text(paper, content.headline, HEADLINE),
    ...content.facts.flatMap((fact) => text(paper, fact, FACT)),
    ...content.tables.flatMap((table) => tableBlocks(paper, table)),
  ]
}

/** Above everything else, with a rule below it. */
function letterheadBlocks(paper: Paper, lines: readonly string[]): Block[] {
  const written = lines.flatMap((line, index) => text(paper, line, index === 0 ? SENDER : SMALL))
  if (written.length === 0) return []
  return [
    ...written,
    { height: GAP * 3, staysWith: 0, head: null, draw: (sheet, top) => drawRule(sheet, top + GAP) },
  ]
}

function text(paper: Paper, content: string, style: Style): Block[] {
  return wrap(paper, content, INNER, style).map((line) => ({
    height: style.size * LEADING,
    staysWith: 0,
    head: null,
    draw: (sheet, top) => void writeLine(sheet, line, { x: MARGIN, y: top }, style),
  }))
}

function tableBlocks(paper: Paper, table: PaperTable): Block[] {
  const columns = placed(table.columns)
  const titles = rowBlock(paper, columns, {
    cells: table.columns.map(({ title }) => title),
    style: HEAD,
    head: null,
  })
  const head = { ...titles, staysWith: 1 }
  const rows = table.rows.map((cells) => rowBlock(paper, columns, { cells, style: CELL, head: titles }))
  return [sectionBlock(table.title), head, ...rows, ...sumBlocks(table.sums)]
}

function sectionBlock(title: string): Block {
  return {
    height: GAP * 2 + SECTION.size * LEADING,
    staysWith: 2,
    head: null,
    draw: (paper, top) => void writeLine(paper, title, { x: MARGIN, y: top + GAP * 2 }, SECTION),
  }
}

type PlacedColumn = { readonly x: number; readonly width: number; readonly isNumber: boolean }

function placed(columns: readonly PaperColumn[]): PlacedColumn[] {
  const all = columns.reduce((sum, { share }) => sum + share, 0)
  let x = MARGIN
  return columns.map(({ share, isNumber = false }) => {
    const width = (INNER * share) / all
    const column = { x, width: width - GAP, isNumber }
    x += width
    return isNumber ? { ...column, x: column.x + GAP } : column
  })
}

type Row = { readonly cells: readonly string[]; readonly style: Style; readonly head: Block | null }

function rowBlock(paper: Paper, columns: readonly PlacedColumn[], { cells, style, head }: Row): Block {
  const lines = columns.map(({ width }, index) => wrap(paper, cells[index] ?? '', width, style))
  const leading = style.size * LEADING
  const height = Math.max(...lines.map(({ length }) => length)) * leading + 5
  return {
    height,
    staysWith: 0,
    head,
    draw: (sheet, top) => {
      for (const [index, { x, width, isNumber }] of columns.entries())
        for (const [number, line] of lines[index]!.entries()) {
          const left = isNumber ? x + width - widthOf(sheet, line, style) : x
          writeLine(sheet, line, { x: left, y: top + 3 + number * leading }, style)
        }
      drawRule(sheet, top + height)
    },
  }
}

/** Never torn from one another. */
function sumBlocks(sums: readonly PaperSum[]): Block[] {
  return sums.map(({ label, amount, isTotal = false }, index) => {
    const style = isTotal ? TOTAL : CELL
    return {
      height: style.size * LEADING + 5,
      staysWith: sums.length - 1 - index,
      head: null,
      draw: (paper, top) => {
        const y = top + 4
        const left = RIGHT - widthOf(paper, amount, style)
        writeLine(paper, label, { x: left - 12 - widthOf(paper, label, style), y }, style)
        writeLine(paper, amount, { x: left, y }, style)
      },
    }
  })
}

function drawRule(paper: Paper, y: number): void {
  paper.moveTo(MARGIN, y).lineTo(RIGHT, y).lineWidth(0.5).strokeColor(RULE).stroke()
}

function drawFoot(paper: Paper, madeAt: string, page: string): void {
  const y = SHEET.height - MARGIN + 4
  writeLine(paper, madeAt, { x: MARGIN, y }, FOOT)
  writeLine(paper, page, { x: RIGHT - widthOf(paper, page, FOOT), y }, FOOT)
}
