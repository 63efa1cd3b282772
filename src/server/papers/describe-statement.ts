/** A crew's statement of a payout as a document, from the very answer that the screen gets. */
import { cents } from '#domain/money.ts'
import type { EarningsStatement } from '../payments/receipt-queries.ts'
import { describePaper, sumOf, unlessZero } from './describe-paper.ts'
import { paperTexts } from './texts.ts'
import { type PaperReader, writeTime } from './write-dates.ts'
import type { PaperContent } from './write-pdf.ts'

type Texts = (typeof paperTexts)[PaperReader['locale']]

/** A tip is no second visit: it says who gave it. */
function whatOf({ kind, serviceName, fromName }: EarningsStatement['lines'][number], texts: Texts): string {
  if (kind === 'tip' && fromName !== null) return texts.tipFrom(fromName)
  if (serviceName === null) return texts.earningKinds[kind]
  return kind === 'visit' ? serviceName : `${texts.earningKinds[kind]}: ${serviceName}`
}

export function describeStatement(statement: EarningsStatement, reader: PaperReader): PaperContent {
  const texts = paperTexts[reader.locale]
  const { id, amountCents, paidAt, state } = statement
  return describePaper(
    {
      id,
      title: texts.statement,
      amountCents,
      letterhead: statement.letterhead,
      readers: [statement.crewName],
      period: statement,
      facts: [
        texts.payoutKinds[statement.payoutKind],
        paidAt === null ? texts.payoutStates[state] : texts.paidOn(writeTime(reader, paidAt)),
      ],
      lines: statement.lines.map((line) => ({
        ...line,
        what: whatOf(line, texts),
      })),
      sums: [
        sumOf(texts.earned, statement.earnedCents),
        ...unlessZero(texts.fee, cents(-statement.feeCents)),
        { ...sumOf(texts.sent, amountCents), isTotal: true },
      ],
    },
    reader,
  )
}
