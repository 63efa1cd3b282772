/** An operator has crews asked once more: for a visit that nobody has, or for the yes to one that is theirs. */
import type { VisitId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import { dayText } from '#domain/notifications/clock-texts.ts'
import { HOUR_MS, type Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { notify } from '../notices/notify.ts'
import { beginOffering } from '../offers/offer-visits.ts'
import { isOpen, readOfferedVisits } from '../offers/visit-queries.ts'
import { findOfferings } from '../offers/wave-queries.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { lockVisits } from '../visits/fact-queries.ts'
import { queueTexts } from './texts.ts'

/** From the first wave on, whoever said no before; the crew that left it is not asked. */
export function askCrewsAgain(app: App, scope: OperatorScope, visitId: VisitId, now: Instant): Promise<void> {
  return inTransaction(
    app.db,
    async (db) => {
      const visit = await lockVisit(db, scope, visitId)
      if (!isOpen(visit, now)) throw new Refused('conflict')
      const left = (await findOfferings(db, [visitId])).get(visitId)?.left_by_crew_id ?? null
      await beginOffering(db, [{ visitId, leftByCrewId: left }], now)
      await recordAudit(db, {
        at: now,
        actorId: scope.userId,
        action: 'ask_crews_again',
        subject: visitId,
        detail: {},
      })
    },
    { isolation: 'read committed' },
  )
}

/** Once an hour for each visit, however often an operator asks. */
export function askToConfirm(app: App, scope: OperatorScope, visitId: VisitId, now: Instant): Promise<void> {
  return inTransaction(
    app.db,
    async (db) => {
      const visit = await lockVisit(db, scope, visitId)
      const { crewId } = visit
      if (visit.state !== 'scheduled' || crewId === null) throw new Refused('conflict')
      await notify(db, {
        to: crewId,
        event: 'confirm_week',
        key: `ask-to-confirm:${visitId}:${Math.floor(now / HOUR_MS)}`,
        texts: inEachLanguage((language) =>
          queueTexts[language].askedToConfirm({
            service: visit.serviceName[language],
            place: visit.propertyName,
            day: dayText(visit.date, language),
          }),
        ),
        url: '/confirm-jobs',
        now,
        visitId,
      })
      await recordAudit(db, {
        at: now,
        actorId: scope.userId,
        action: 'ask_to_confirm',
        subject: visitId,
        detail: { crewId },
      })
    },
    { isolation: 'read committed' },
  )
}

async function lockVisit(db: Db, scope: OperatorScope, visitId: VisitId) {
  await lockVisits(db, [visitId])
  const [visit] = await readOfferedVisits(db, [visitId])
  if (visit === undefined || visit.marketId !== scope.marketId) throw new Refused('not_found')
  return visit
}
