/** A crew's year on paper: the same numbers as on the screen and in the table. It is no tax form itself. */
import { type Letterhead, letterheadLines } from '#domain/billing/letterhead.ts'
import { headTexts } from '#domain/billing/letterhead-texts.ts'
import { formatCents, subtractCents } from '#domain/money.ts'
import { CHANNELS, totalPaid } from '#domain/tax/channels.ts'
import { dateAt } from '#domain/time.ts'
import type { FileReply } from '../http/handler.ts'
import { type PaperReader, writeDay, writeTime } from '../papers/write-dates.ts'
import { type PaperContent, type PaperTable, writePdf } from '../papers/write-pdf.ts'
import type { CrewYear } from './read-crew-year.ts'
import { taxTexts } from './texts.ts'

type HeadedYear = CrewYear & { readonly letterhead: Letterhead }

export function writeYearPdf(year: HeadedYear, { locale, now }: Omit<PaperReader, 'timeZone'>): FileReply {
  return {
    type: 'application/pdf',
    fileName: `crew-year-${year.year}.pdf`,
    content: writePdf(describeYear(year, { locale, now, timeZone: year.zone })),
  }
}

export function describeYear(year: HeadedYear, reader: PaperReader): PaperContent {
  const texts = taxTexts[reader.locale]
  const hasPayouts = year.payouts.length > 0
  return {
    letterhead: letterheadLines(year.letterhead, headTexts[reader.locale]),
    title: texts.title(year.year),
    headline: formatCents(year.paidCents),
    facts: [year.name, texts.basis(year.zone), ...(year.isOver ? [] : [texts.soFar]), texts.notTheForm],
    tables: [channels(year, reader), ...(hasPayouts ? [payouts(year, reader)] : [])],
    madeAt: texts.madeAt(writeTime(reader, reader.now)),
    pageOf: texts.pageOf,
  }
}

function channels(year: CrewYear, { locale }: PaperReader): PaperTable {
  const texts = taxTexts[locale]
  return {
    title: texts.byChannel,
    columns: [
      { title: texts.channel, share: 70 },
      { title: texts.amount, share: 30, isNumber: true },
    ],
    rows: CHANNELS.map((channel) => [texts.channels[channel], formatCents(year.paid[channel])]),
    sums: [
      { label: texts.total, amount: formatCents(year.paidCents), isTotal: true },
      { label: texts.fees, amount: formatCents(year.feeCents) },
      { label: texts.received, amount: formatCents(year.receivedCents) },
    ],
  }
}

function payouts(year: CrewYear, reader: PaperReader): PaperTable {
  const texts = taxTexts[reader.locale]
  return {
    title: texts.payouts,
    columns: [
      { title: texts.paidOn, share: 34 },
      { title: texts.total, share: 22, isNumber: true },
      { title: texts.fee, share: 22, isNumber: true },
      { title: texts.received, share: 22, isNumber: true },
    ],
    rows: year.payouts.map(({ paidAt, paid, feeCents }) => {
      const total = totalPaid(paid)
      const amounts = [total, feeCents, subtractCents(total, feeCents)]
      return [writeDay(reader, dateAt(paidAt, year.zone)), ...amounts.map((amount) => formatCents(amount))]
    }),
    sums: [],
  }
}
