import { firstName } from '#domain/accounts/first-name.ts'
import type { UserId, VisitId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import { timeText } from '#domain/notifications/clock-texts.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { notify } from '../notices/notify.ts'
import { findServiceName } from './completion-queries.ts'
import type { CrewVisitRow } from './queries.ts'
import { workTexts } from './texts.ts'

type Done = {
  readonly visitId: VisitId
  readonly customerId: UserId
  readonly row: CrewVisitRow
  readonly crewName: string
  readonly now: Instant
}

/** The way to the proof, once per visit; sent if and only if the completion is saved. */
export async function notifyCustomer(db: Db, done: Done): Promise<void> {
  const { visitId, customerId, row, now } = done
  const service = await findServiceName(db, row.service_key)
  await notify(db, {
    to: customerId,
    event: 'visit_done',
    key: `visit-completed:${visitId}`,
    texts: inEachLanguage((language) =>
      workTexts[language].done({
        crew: firstName(done.crewName),
        service: service[language],
        place: row.property_name,
        time: timeText(now, row.time_zone, language),
      }),
    ),
    url: `/visit/${visitId}`,
    now,
    visitId,
  })
}
