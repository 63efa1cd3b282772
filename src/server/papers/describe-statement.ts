/** A crew's statement of a payout as a document, from the very answer that the screen gets. */
import { cents, formatCents } from '#domain/money.ts'
import type { EarningsStatement } from '../payments/receipt-queries.ts'
import { type PaperReader, sayDay, sayRange, sayTime } from './read-dates.ts'
import { paperTexts } from './texts.ts'
import type { PaperContent, PaperTable } from './write-pdf.ts'

export function describeStatement(statement: EarningsStatement, reader: PaperReader): PaperContent {
  const words = paperTexts[reader.locale]
  const { paidAt, state } = statement
  return {
    title: words.statement,
    headline: formatCents(statement.amountCents),
    facts: [
      statement.crewName,
      words.period(sayRange(reader, statement.periodStart, statement.periodEnd)),
      words.payoutKinds[statement.payoutKind],
      paidAt === null ? words.payoutStates[state] : words.paidOn(sayTime(reader, paidAt)),
      words.number(statement.id),
    ],
    tables: [earnings(statement, reader)],
    madeAt: words.madeAt(sayTime(reader, reader.now), reader.timeZone),
    pageOf: words.pageOf,
  }
}

function earnings(statement: EarningsStatement, reader: PaperReader): PaperTable {
  const words = paperTexts[reader.locale]
  const { feeCents } = statement
  return {
    title: words.visits,
    columns: [
      { title: words.day, share: 20 },
      { title: words.service, share: 34 },
      { title: words.place, share: 32 },
      { title: words.amount, share: 14, isNumber: true },
    ],
    rows: statement.lines.map((line) => [
      sayDay(reader, line.date),
      line.serviceName ?? words.earningKinds[line.kind],
      line.placeName ?? '',
      formatCents(line.amountCents),
    ]),
    sums: [
      { label: words.earned, amount: formatCents(statement.earnedCents) },
      ...(feeCents === 0 ? [] : [{ label: words.fee, amount: formatCents(cents(-feeCents)) }]),
      { label: words.sent, amount: formatCents(statement.amountCents), isTotal: true },
    ],
  }
}
