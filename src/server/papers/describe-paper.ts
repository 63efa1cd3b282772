/** What a receipt and a statement share: a sum at the head, whom and what it is for, and a table of what was done. */
import { type Letterhead, letterheadLines } from '#domain/billing/letterhead.ts'
import { headTexts } from '#domain/billing/letterhead-texts.ts'
import { paperNumber } from '#domain/billing/receipt.ts'
import { type Cents, formatCents, ZERO_CENTS } from '#domain/money.ts'
import type { LocalDate } from '#domain/time.ts'
import { paperTexts } from './texts.ts'
import { type PaperReader, writeDay, writeRange, writeTime } from './write-dates.ts'
import type { PaperContent, PaperSum, PaperTable } from './write-pdf.ts'

type PaperFacts = {
  readonly id: string
  readonly title: string
  readonly amountCents: Cents
  readonly letterhead: Letterhead
  /** Whom it is for, line by line. */
  readonly readers: readonly string[]
  readonly period: { readonly periodStart: LocalDate; readonly periodEnd: LocalDate }
  readonly facts: readonly string[]
  readonly lines: readonly PaperLine[]
  readonly sums: readonly PaperSum[]
  readonly tables?: readonly PaperTable[]
}

type PaperLine = {
  readonly date: LocalDate | null
  readonly what: string
  readonly placeName: string | null
  readonly amountCents: Cents
}

export function describePaper(paper: PaperFacts, reader: PaperReader): PaperContent {
  const texts = paperTexts[reader.locale]
  const { periodStart, periodEnd } = paper.period
  return {
    letterhead: letterheadLines(paper.letterhead, headTexts[reader.locale]),
    title: paper.title,
    headline: formatCents(paper.amountCents),
    facts: [
      ...paper.readers,
      texts.period(writeRange(reader, periodStart, periodEnd)),
      ...paper.facts,
      texts.number(paperNumber(paper.id)),
    ],
    tables: [workTable(paper, reader), ...(paper.tables ?? [])],
    madeAt: texts.madeAt(writeTime(reader, reader.now), reader.timeZone),
    pageOf: texts.pageOf,
  }
}

export function sumOf(label: string, amountCents: Cents): PaperSum {
  return { label, amount: formatCents(amountCents) }
}

export function unlessZero(label: string, amountCents: Cents): PaperSum[] {
  return amountCents === 0 ? [] : [sumOf(label, amountCents)]
}

/** Each certificate by which no tax was due. */
export function exemptLines(
  exemptions: readonly { readonly number: string; readonly issuedBy: string }[],
  reader: PaperReader,
): PaperSum[] {
  const texts = paperTexts[reader.locale]
  return exemptions.map(({ number, issuedBy }) => sumOf(texts.exempt(number, issuedBy), ZERO_CENTS))
}

function workTable({ lines, sums }: PaperFacts, reader: PaperReader): PaperTable {
  const texts = paperTexts[reader.locale]
  return {
    title: texts.visits,
    columns: [
      { title: texts.day, share: 20 },
      { title: texts.service, share: 34 },
      { title: texts.place, share: 32 },
      { title: texts.amount, share: 14, isNumber: true },
    ],
    rows: lines.map(({ date, what, placeName, amountCents }) => [
      date === null ? '' : writeDay(reader, date),
      what,
      placeName ?? '',
      formatCents(amountCents),
    ]),
    sums,
  }
}
