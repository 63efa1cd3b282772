/** A tip that nobody took back is owed: it stands on the customer's next bill; the crew has it like its pay, and whole. */
import type { TipId, VisitId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import { tipGiven } from '#domain/ledger/postings.ts'
import { availableAt } from '#domain/payouts/earnings.ts'
import { decideTip } from '#domain/ratings/tips.ts'
import { isRefusal } from '#domain/refusals.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { postJournal } from '../ledger/journal-queries.ts'
import { notify } from '../notices/notify.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { ratingTexts } from './texts.ts'
import { insertTip, insertTipEarning, lockTippedVisit, takeWaitingTip } from './tip-queries.ts'

/** Gives nothing where it was taken back, or where the visit is not done any more: it is being redone. */
export async function giveTip(app: App, db: Db, tipId: TipId): Promise<void> {
  const now = app.ports.clock.now()
  const visit = await lockTippedVisit(db, tipId)
  const waiting = visit && (await takeWaitingTip(db, tipId))
  if (visit === undefined || waiting === undefined) return
  const { visitId, amountCents } = waiting
  const settings = await settingsAt(db, visit.market_id, now)
  const crewId = visit.crew_id
  if (crewId === null || isRefusal(decideTip({ state: visit.state, hasTip: false }, amountCents, settings)))
    return
  const tip = { ...waiting, crewId }
  await insertTip(db, { ...tip, tipId, now })
  await postJournal(db, { ...tipGiven({ tipId, ...tip }), kind: 'tip_given', at: now, subjectId: visitId })
  const available = availableAt({ completedAt: now, paymentSucceededAt: null }, settings)
  await insertTipEarning(db, { crewId, visitId, amountCents, now, available })
  await notify(db, { to: crewId, key: `tip:${tipId}`, ...thanks(visitId, now) })
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
