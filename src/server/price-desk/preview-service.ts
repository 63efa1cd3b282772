/** What a change of a service would do: how much work it is of now and then, and which crews are asked no more. */
import type { BodyOf } from '#contract/endpoint.ts'
import type { serviceDesk } from '#contract/service-desk.ts'
import { addDays, dateAt } from '#domain/time.ts'
import { visitMinutes } from '#domain/visits/duration.ts'
import type { App } from '../app.ts'
import { marketZone } from '../market-zone.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { checkNeeds, needsOf } from './check-needs.ts'
import { findService } from './price-queries.ts'
import { countJobs, listLostCrews, sumVisits } from './service-effect-queries.ts'
import { priceDeskTexts } from './texts.ts'

type Wanted = BodyOf<(typeof serviceDesk)['POST /api/preview-service']>

const DAYS_SHOWN = 28
const CREWS_SHOWN = 20

export async function previewService({ db, ports }: App, scope: OperatorScope, wanted: Wanted) {
  const service = await findService(db, wanted.key)
  if (service === undefined)
    throw new Refused('bad_input', { fields: { key: priceDeskTexts[scope.locale].noService } })
  const needs = needsOf(wanted.needs)
  await checkNeeds(db, scope, wanted.key, needs)
  const today = dateAt(ports.clock.now(), await marketZone(db, scope))
  const from = wanted.from !== undefined && wanted.from > today ? wanted.from : today
  const span = { from, until: addDays(from, DAYS_SHOWN - 1) }
  const visits = await sumVisits(db, wanted.key, span)
  const crews = await listLostCrews(db, { key: wanted.key, needs, ...span })
  const minutes = (each: { minutes: number; minutesPerUnit: number }) =>
    visits.reduce((sum, { count, quantity }) => sum + count * visitMinutes(each, quantity), 0)
  const lost = crews.rows
  return {
    jobs: await countJobs(db, wanted.key, from),
    visits: visits.reduce((sum, { count }) => sum + count, 0),
    minutesBefore: minutes({ minutes: service.minutes, minutesPerUnit: service.minutes_per_unit }),
    minutesAfter: minutes(wanted),
    photosBefore: service.photos_required,
    photosAfter: wanted.photosRequired,
    crewsBefore: crews.before,
    crewsAfter: crews.after,
    lostCrews: lost.slice(0, CREWS_SHOWN).map((row) => ({
      id: row.id,
      name: row.name,
      city: row.city,
      weeklyStops: row.weekly_stops,
      visits: row.visits,
    })),
    lostCrewCount: lost.length,
  }
}
