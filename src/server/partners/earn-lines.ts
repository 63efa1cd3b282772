/** Lines whose crew is known become its earnings: a journal for each, and what the next payouts take. */
import { randomUUID } from 'node:crypto'
import { type EarningId, type PartnerLineId, toId, type UserId } from '#domain/ids.ts'
import { partnerLineEarned } from '#domain/ledger/partner-lines.ts'
import type { Cents } from '#domain/money.ts'
import type { MatchedBy } from '#domain/partners/matching.ts'
import { availableAt } from '#domain/payouts/earnings.ts'
import { type Instant, instant, instantAt, type LocalDate, localTime } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { postJournals } from '../ledger/journal-queries.ts'
import { marketZone } from '../market-zone.ts'
import type { OperatorScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { saveEarnings } from './line-queries.ts'

/** As many at once as a statement takes arguments for. */
const AT_ONCE = 1_000
const NOON = localTime('12:00')

export type MatchedLine = {
  readonly id: PartnerLineId
  readonly crewId: UserId
  readonly matchedBy: MatchedBy
  readonly periodEnd: LocalDate
  readonly amountCents: Cents
}

/**
 * Runs in the caller's transaction, which holds the lines' lock. The money waits for the days of risk, as that of
 * visits does: in that time an operator can still correct whose line it is.
 */
export async function earnLines(
  db: Db,
  scope: OperatorScope,
  lines: readonly MatchedLine[],
  now: Instant,
): Promise<void> {
  const zone = await marketZone(db, scope)
  const settings = await settingsAt(db, scope.marketId, now)
  const available = availableAt({ completedAt: now, paymentSucceededAt: null }, settings)
  for (let start = 0; start < lines.length; start += AT_ONCE) {
    const earned = lines.slice(start, start + AT_ONCE).map(({ id, periodEnd, ...line }) => ({
      ...line,
      lineId: id,
      earningId: toId<EarningId>(randomUUID()),
      earnedAt: instant(Math.min(now, instantAt(periodEnd, NOON, zone))),
    }))
    const journals = earned.map((line) => ({
      ...partnerLineEarned(line),
      kind: 'partner_line_earned' as const,
      at: now,
      subjectId: line.lineId,
    }))
    const written = await postJournals(db, journals)
    if (written !== earned.length)
      throw new Error(`${earned.length - written} lines were in the books already`)
    await saveEarnings(db, earned, available)
  }
}
