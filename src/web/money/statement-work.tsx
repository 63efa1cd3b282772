/** What a payout is for, line by line, and what it comes to. */
import { cents } from '#domain/money.ts'
import type { Reply } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { linkTo } from '#web/urls.ts'
import { useEarningTitle } from './earning-title.ts'
import { PaperLines, unlessZero } from './paper-lines.tsx'

type Statement = Extract<Reply<'GET /api/payment'>, { kind: 'statement' }>

export function StatementWork({
  statement,
  linksVisits = false,
}: {
  statement: Statement
  linksVisits?: boolean
}) {
  const texts = useText().money.receipt
  const titleOf = useEarningTitle()
  const lines = statement.lines.map((line, index) => ({
    ...line,
    key: `${line.visitId ?? line.kind}-${index}`,
    what: titleOf(line),
    to: linksVisits && line.visitId !== null ? linkTo('visit', { visit_id: line.visitId }) : undefined,
  }))
  const sums = [
    { label: texts.earned, amountCents: statement.earnedCents },
    ...unlessZero(texts.fee, cents(-statement.feeCents)),
    { label: texts.sent, amountCents: statement.amountCents, isTotal: true },
  ]
  return <PaperLines lines={lines} sums={sums} />
}
