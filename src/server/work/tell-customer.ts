import { firstName } from '#domain/accounts/first-name.ts'
import type { UserId, VisitId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import { timeText } from '#domain/notifications/clock-texts.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { notify } from '../notices/notify.ts'
import type { CrewVisitRow } from './queries.ts'
import { workTexts } from './texts.ts'

type Told = {
  readonly visitId: VisitId
  readonly customerId: UserId
  readonly row: CrewVisitRow
  readonly crewName: string
  readonly now: Instant
}

/** The way to the proof, once per visit; it is told if and only if the completion is saved. */
export async function tellCustomer(db: Db, told: Told): Promise<void> {
  const { visitId, customerId, row, now } = told
  const service = await db
    .selectFrom('service')
    .where('key', '=', row.service_key)
    .select(['name_en as en', 'name_es as es'])
    .executeTakeFirstOrThrow()
  await notify(db, {
    to: customerId,
    event: 'visit_done',
    key: `visit-completed:${visitId}`,
    texts: inEachLanguage((language) =>
      workTexts[language].done({
        crew: firstName(told.crewName),
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
