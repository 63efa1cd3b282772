import type { UserId } from '#domain/ids.ts'
import { addCents, ZERO_CENTS } from '#domain/money.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { isCrewOfMarket, saveChoice } from './crew-queries.ts'
import { earnLines } from './earn-lines.ts'
import { lockUnmatched } from './line-queries.ts'

/** Kept for every later statement; lines that wait for it are earned now, those that are earned stay where they are. */
export async function matchPartnerCrew(
  app: App,
  scope: OperatorScope,
  { crewRef, crewId }: { crewRef: string; crewId: UserId },
) {
  return inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    if (!(await isCrewOfMarket(trx, scope, crewId))) throw new Refused('not_found')
    await saveChoice(trx, scope, { crewRef, crewId, now })
    const waiting = await lockUnmatched(trx, scope, crewRef)
    const matched = waiting.map(({ id, period_end, amount_cents }) => ({
      id,
      crewId,
      matchedBy: 'operator' as const,
      periodEnd: period_end,
      amountCents: amount_cents,
    }))
    await earnLines(trx, scope, matched, now)
    const earnedCents = addCents(ZERO_CENTS, ...matched.map(({ amountCents }) => amountCents))
    await recordAudit(trx, {
      at: now,
      actorId: scope.userId,
      action: 'match_partner_crew',
      subject: crewId,
      detail: { crewRef, earnedCount: matched.length, earnedCents },
    })
    return { earnedCount: matched.length, earnedCents }
  })
}
