/** An operator says that a period was declared and paid: the books pay it out, and the filing keeps what it said. */
import type { SalesTaxFilingId } from '#domain/ids.ts'
import { salesTaxPaid } from '#domain/ledger/postings.ts'
import type { Cents } from '#domain/money.ts'
import { mayBeFiled } from '#domain/tax/period.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { inTransaction } from '../db/client.ts'
import { postJournal } from '../ledger/journal-queries.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { insertFiling, lockFilings } from './queries.ts'
import { readReport } from './read-report.ts'

type Filing = { readonly period: string; readonly paidCents: Cents; readonly confirmation: string }

/**
 * Periods are filed in their order. Throws `too_early` before its end, `wrong_state` where it, one around it or a later
 * one was filed, `conflict` where it owes another amount than the operator saw.
 */
export function saveFiling(
  app: App,
  scope: OperatorScope,
  { period, paidCents, confirmation }: Filing,
  now: Instant,
): Promise<SalesTaxFilingId> {
  const { marketId } = scope
  return inTransaction(app.db, async (db) => {
    await lockFilings(db, marketId)
    const report = await readReport(db, scope, period, now)
    if (!report.isOver) throw new Refused('too_early')
    if (!mayBeFiled(report, report.filings)) throw new Refused('wrong_state')
    if (report.toPayCents !== paidCents) throw new Refused('conflict')
    const { from, to, openingCents, collectedCents, refundedCents } = report
    const said = { marketId, from, to, openingCents, collectedCents, refundedCents, paidCents, confirmation }
    const filingId = await insertFiling(db, { ...said, by: scope.userId, at: now })
    await postJournal(db, {
      ...salesTaxPaid({ filingId, marketId, amountCents: paidCents }),
      kind: 'sales_tax_paid',
      at: now,
      subjectId: filingId,
    })
    await recordAudit(db, {
      at: now,
      actorId: scope.userId,
      action: 'file_sales_tax',
      subject: filingId,
      detail: { period, paidCents, confirmation },
    })
    return filingId
  })
}
