import type { VisitId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import { dayText } from '#domain/notifications/clock-texts.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { inTransaction } from '../db/client.ts'
import { makeGoPath } from '../go/make-link.ts'
import { notify } from '../notices/notify.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { deskVisitOf } from './read-visit.ts'
import { workDeskTexts } from './texts.ts'

/** The link that opens a visit at the door, to the crew that has it, on the channels that the crew chose. */
export async function sendDoorLink(app: App, scope: OperatorScope, visitId: VisitId): Promise<void> {
  const now = app.ports.clock.now()
  await inTransaction(app.db, async (trx) => {
    const visit = await deskVisitOf(trx, scope, visitId)
    const { crew_id: crewId } = visit
    if (crewId === null) throw new Refused('no_crew')
    const url = await makeGoPath(trx, { purpose: 'visit', subjectId: visitId, userId: crewId, now })
    await notify(trx, {
      to: crewId,
      event: 'job_changed',
      key: `door_link:${visitId}:${now}`,
      texts: inEachLanguage((language) =>
        workDeskTexts[language].doorLink(visit.place, dayText(visit.date, language)),
      ),
      url,
      now,
      visitId,
      isUrgent: true,
    })
    await recordAudit(trx, { actorId: scope.userId, action: 'send_door_link', subject: visitId, at: now })
  })
}
