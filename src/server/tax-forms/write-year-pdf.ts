/** A crew's year on paper: the same numbers as on the screen and in the table. It is no tax form itself. */
import { buffer } from 'node:stream/consumers'
import PdfDocument from 'pdfkit'
import { INTL_TAGS, type Language } from '#domain/language.ts'
import { type Cents, formatCents, subtractCents } from '#domain/money.ts'
import { CHANNELS, totalPaid } from '#domain/tax/channels.ts'
import type { Instant } from '#domain/time.ts'
import type { FileReply } from '../http/handler.ts'
import type { CrewYear } from './read-crew-year.ts'
import { taxTexts } from './texts.ts'

type Paper = InstanceType<typeof PdfDocument>

const MARGIN = 56
const INK = '#1b1f1d'
const MUTED = '#5b625e'
/** Shares of the width: text, then amounts. */
const PAYOUT_COLUMNS = [0.34, 0.22, 0.22, 0.22]
const SUM_COLUMNS = [0.7, 0.3]

export async function writeYearPdf(year: CrewYear, locale: Language, now: Instant): Promise<FileReply> {
  const words = taxTexts[locale]
  const day = (at: Instant) =>
    new Intl.DateTimeFormat(INTL_TAGS[locale], { dateStyle: 'medium', timeZone: year.zone }).format(at)
  const paper = new PdfDocument({
    size: 'LETTER',
    margin: MARGIN,
    bufferPages: true,
    info: { Title: words.title(year.year) },
  })
  paper.font('Helvetica-Bold').fontSize(20).fillColor(INK).text(words.title(year.year))
  paper.font('Helvetica').fontSize(12).text(year.name)
  paper.fillColor(MUTED).fontSize(10).text(words.basis(year.zone))
  if (!year.isOver) paper.text(words.soFar)
  paper.moveDown()
  writeSums(paper, year, locale)
  writePayouts(paper, year, locale, day)
  paper.moveDown()
  paper.font('Helvetica').fontSize(9).fillColor(MUTED).text(words.notTheForm, MARGIN)
  writeFooters(paper, words.madeOn(day(now)), words.page)
  paper.end()
  return {
    type: 'application/pdf',
    fileName: `crew-year-${year.year}.pdf`,
    content: await buffer(paper),
  }
}

function writeSums(paper: Paper, year: CrewYear, locale: Language): void {
  const words = taxTexts[locale]
  for (const channel of CHANNELS)
    row(paper, SUM_COLUMNS, [words.channels[channel], formatCents(year.paid[channel])])
  row(paper, SUM_COLUMNS, [words.total, formatCents(year.paidCents)], true)
  row(paper, SUM_COLUMNS, [words.fees, formatCents(year.feeCents)])
  row(paper, SUM_COLUMNS, [words.received, formatCents(year.receivedCents)], true)
}

function writePayouts(paper: Paper, year: CrewYear, locale: Language, day: (at: Instant) => string): void {
  const words = taxTexts[locale]
  if (year.payouts.length === 0) return
  paper.moveDown()
  row(paper, PAYOUT_COLUMNS, [words.paidOn, words.total, words.fee, words.received], true)
  for (const { paidAt, paid, feeCents } of year.payouts) {
    const total: Cents = totalPaid(paid)
    const amounts = [total, feeCents, subtractCents(total, feeCents)]
    row(paper, PAYOUT_COLUMNS, [day(paidAt), ...amounts.map((amount) => formatCents(amount))])
  }
}

/** One line; a page that is full goes on on the next. */
function row(paper: Paper, shares: readonly number[], cells: readonly string[], isBold = false): void {
  if (paper.y > paper.page.height - MARGIN - 32) paper.addPage()
  const width = paper.page.width - 2 * MARGIN
  const top = paper.y
  paper
    .font(isBold ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(10.5)
    .fillColor(INK)
  let left = MARGIN
  for (const [index, cell] of cells.entries()) {
    const wide = width * (shares[index] ?? 0)
    paper.text(cell, left, top, { width: wide, align: index === 0 ? 'left' : 'right', lineBreak: false })
    left += wide
  }
  paper.x = MARGIN
  paper.y = top + 18
}

function writeFooters(paper: Paper, made: string, pageOf: (page: number, count: number) => string): void {
  const { start, count } = paper.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    paper.switchToPage(page)
    // Below the margin, where text would otherwise begin a page of its own.
    paper.page.margins.bottom = 0
    const y = paper.page.height - MARGIN + 16
    const width = paper.page.width - 2 * MARGIN
    paper.font('Helvetica').fontSize(8.5).fillColor(MUTED)
    paper.text(made, MARGIN, y, { width, lineBreak: false })
    paper.text(pageOf(page + 1, count), MARGIN, y, { width, align: 'right', lineBreak: false })
  }
}
