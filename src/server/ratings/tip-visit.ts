/** A tip is owed at once and stands on the customer's next bill; the crew has it like its pay, and whole. */
import type { UserId, VisitId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import { tipGiven } from '#domain/ledger/postings.ts'
import { availableAt } from '#domain/payouts/earnings.ts'
import { decideTip } from '#domain/ratings/tips.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { postJournal } from '../ledger/journal-queries.ts'
import { notify } from '../notices/notify.ts'
import { Refused, unlessRefused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { findTip, insertTip, insertTipEarning, lockVisitToRate } from './queries.ts'
import { ratingTexts } from './texts.ts'

/** The same tip sent again is the one that was given. */
export function tipVisit(
  app: App,
  scope: CustomerScope,
  input: { visitId: VisitId; amountCents: number },
): Promise<void> {
  const now = app.ports.clock.now()
  return inTransaction(
    app.db,
    async (db) => {
      const visit = await lockVisitToRate(db, scope, input.visitId)
      if (visit === undefined) throw new Refused('not_found')
      const given = await findTip(db, input.visitId)
      if (given?.amount_cents === input.amountCents) return
      const settings = await settingsAt(db, scope.marketId, now)
      const { amountCents } = unlessRefused(
        decideTip({ state: visit.state, hasTip: given !== undefined }, input.amountCents, settings),
      )
      const crewId = visit.crew_id as UserId
      const tip = { customerId: scope.userId, crewId, amountCents }
      const tipId = await insertTip(db, { ...tip, visitId: input.visitId, now })
      await postJournal(db, {
        ...tipGiven({ tipId, ...tip }),
        kind: 'tip_given',
        at: now,
        subjectId: input.visitId,
      })
      const available = availableAt({ completedAt: now, paymentSucceededAt: null }, settings)
      await insertTipEarning(db, { crewId, visitId: input.visitId, amountCents, now, available })
      await notify(db, { to: crewId, key: `tip:${tipId}`, ...thanks(input.visitId, now) })
    },
    { isolation: 'read committed' },
  )
}

function thanks(visitId: VisitId, now: Instant) {
  return {
    event: 'rating',
    texts: inEachLanguage((language) => ratingTexts[language].tipped),
    url: '/crew-payments',
    visitId,
    now,
  } as const
}
