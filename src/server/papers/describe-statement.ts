/** A crew's statement of a payout as a document, from the very answer that the screen gets. */
import { cents, formatCents } from '#domain/money.ts'
import type { EarningsStatement } from '../payments/receipt-queries.ts'
import { type PaperReader, sayDay, sayRange, sayTime } from './read-dates.ts'
import { paperTexts } from './texts.ts'
import type { PaperContent, PaperTable } from './write-pdf.ts'

export function describeStatement(statement: EarningsStatement, reader: PaperReader): PaperContent {
  const texts = paperTexts[reader.locale]
  const { paidAt, state } = statement
  return {
    title: texts.statement,
    headline: formatCents(statement.amountCents),
    facts: [
      statement.crewName,
      texts.period(sayRange(reader, statement.periodStart, statement.periodEnd)),
      texts.payoutKinds[statement.payoutKind],
      paidAt === null ? texts.payoutStates[state] : texts.paidOn(sayTime(reader, paidAt)),
      texts.number(statement.id),
    ],
    tables: [earnings(statement, reader)],
    madeAt: texts.madeAt(sayTime(reader, reader.now), reader.timeZone),
    pageOf: texts.pageOf,
  }
}

function earnings(statement: EarningsStatement, reader: PaperReader): PaperTable {
  const texts = paperTexts[reader.locale]
  const { feeCents } = statement
  return {
    title: texts.visits,
    columns: [
      { title: texts.day, share: 20 },
      { title: texts.service, share: 34 },
      { title: texts.place, share: 32 },
      { title: texts.amount, share: 14, isNumber: true },
    ],
    rows: statement.lines.map((line) => [
      sayDay(reader, line.date),
      line.serviceName ?? texts.earningKinds[line.kind],
      line.placeName ?? '',
      formatCents(line.amountCents),
    ]),
    sums: [
      { label: texts.earned, amount: formatCents(statement.earnedCents) },
      ...(feeCents === 0 ? [] : [{ label: texts.fee, amount: formatCents(cents(-feeCents)) }]),
      { label: texts.sent, amount: formatCents(statement.amountCents), isTotal: true },
    ],
  }
}
