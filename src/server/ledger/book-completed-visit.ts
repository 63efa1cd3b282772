/** What the books say of a completed visit. Runs in the caller's transaction. */
import type { UserId, VisitId } from '#domain/ids.ts'
import { visitCompleted } from '#domain/ledger/postings.ts'
import { availableAt } from '#domain/payouts/earnings.ts'
import type { LineItem } from '#domain/pricing/lines.ts'
import { type Split, splitLines } from '#domain/pricing/split.ts'
import type { BusinessSettings } from '#domain/settings/settings.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { insertEarning, postJournal } from './journal-queries.ts'
import { insertSale, marketOfCustomer } from './tax-queries.ts'

export type CompletedVisit = {
  readonly visitId: VisitId
  readonly customerId: UserId
  readonly crewId: UserId
  /** Frozen on the visit at its completion. */
  readonly lines: readonly LineItem[]
  readonly completedAt: Instant
  /** By which it was priced: what held when its day began. */
  readonly settings: BusinessSettings
}

/**
 * Books a visit that was just completed: its journal, what it says of sales tax, and the earning that its crew may be paid. The caller has
 * written the lines, price and crew pay on the visit in the same transaction. A visit that is reopened and done again
 * earns nothing twice. Answers how the lines were split.
 */
export async function bookCompletedVisit(db: Db, visit: CompletedVisit): Promise<Split> {
  const { visitId, customerId, crewId, completedAt, settings } = visit
  const split = splitLines(visit.lines, settings)
  const marketId = await marketOfCustomer(db, customerId)
  const journal = visitCompleted({ visitId, marketId, customerId, crewId, split })
  const isNew = await postJournal(db, {
    ...journal,
    kind: 'visit_completed',
    at: completedAt,
    subjectId: visitId,
  })
  if (!isNew) return split
  await insertSale(db, { marketId, journalKey: journal.key, visitId, lines: visit.lines, at: completedAt })
  await insertEarning(db, {
    crewId,
    visitId,
    amountCents: split.crewPayCents,
    earnedAt: completedAt,
    availableAt: availableAt({ completedAt, paymentSucceededAt: null }, settings),
  })
  return split
}
