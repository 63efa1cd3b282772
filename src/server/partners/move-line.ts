import type { PartnerLineId, UserId } from '#domain/ids.ts'
import { partnerLineMoved } from '#domain/ledger/partner-lines.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { inTransaction } from '../db/client.ts'
import { postJournal } from '../ledger/journal-queries.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { isCrewOfMarket, lockCrews } from './crew-queries.ts'
import { lockLine, moveEarning } from './line-queries.ts'

/** The line was matched to the wrong crew: as long as the money is here it goes to the right one, in the books too. */
export async function movePartnerLine(
  app: App,
  scope: OperatorScope,
  { lineId, crewId }: { lineId: PartnerLineId; crewId: UserId },
): Promise<void> {
  await inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    const before = await lockLine(trx, scope, lineId)
    if (before === undefined || before.crew_id === null || before.earning_id === null)
      throw new Refused('not_found')
    if (!(await isCrewOfMarket(trx, scope, crewId))) throw new Refused('not_found')
    if (before.crew_id === crewId) return
    await lockCrews(trx, [before.crew_id, crewId])
    if (before.payout_id !== null) throw new Refused('line_paid_out')
    const move = before.moves + 1
    const amountCents = before.amount_cents
    const moved = { lineId, move, fromCrewId: before.crew_id, toCrewId: crewId, amountCents }
    await postJournal(trx, {
      ...partnerLineMoved(moved),
      kind: 'partner_line_moved',
      at: now,
      subjectId: lineId,
    })
    await moveEarning(trx, { lineId, earningId: before.earning_id, crewId, move })
    await recordAudit(trx, {
      at: now,
      actorId: scope.userId,
      action: 'move_partner_line',
      subject: lineId,
      detail: { fromCrewId: before.crew_id, toCrewId: crewId, amountCents },
    })
  })
}
