/** Changes of a service that begin on a day ahead: planned, taken back, and begun once the day is there in every city. */
import type { BodyOf } from '#contract/endpoint.ts'
import type { serviceDesk } from '#contract/service-desk.ts'
import { addDays, dateAt, type Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { checkEveryCity } from '../http/role-queries.ts'
import { marketZone } from '../market-zone.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { checkNeeds, needsOf } from './check-needs.ts'
import {
  deleteChange,
  type DatedFacts,
  insertChange,
  listZones,
  lockChange,
  lockDueChanges,
  MOST_CHANGES,
} from './change-queries.ts'
import { lockService, pickFacts, replaceService } from './service-queries.ts'
import { priceDeskTexts } from './texts.ts'

type Planned = BodyOf<(typeof serviceDesk)['POST /api/plan-service-change']>
type TakenBack = BodyOf<(typeof serviceDesk)['POST /api/take-back-service-change']>

const MOST_DAYS_AHEAD = 730

export function planServiceChange(app: App, scope: OperatorScope, { key, from, ...wanted }: Planned) {
  const now = app.ports.clock.now()
  const texts = priceDeskTexts[scope.locale]
  const facts: DatedFacts = {
    minutes: wanted.minutes,
    minutes_per_unit: wanted.minutesPerUnit,
    photos_required: wanted.photosRequired,
    needs: needsOf(wanted.needs),
  }
  return inTransaction(app.db, async (db) => {
    await checkEveryCity(db, scope, 'catalogue')
    const service = await lockService(db, key)
    if (service === undefined) throw new Refused('not_found')
    const today = dateAt(now, await marketZone(db, scope))
    if (from <= today) throw wrong(texts.changeFromTomorrow)
    if (from > addDays(today, MOST_DAYS_AHEAD)) throw wrong(texts.tooFar)
    await checkNeeds(db, scope, key, facts.needs)
    const before = await lockChange(db, key, from)
    const isRoom = await insertChange(db, { key, from, facts }, { by: scope.userId, now })
    if (!isRoom) throw wrong(texts.tooManyChanges(MOST_CHANGES))
    await recordAudit(db, {
      at: now,
      actorId: scope.userId,
      concerns: 'every market',
      action: 'plan_service_change',
      subject: key,
      detail: { from, before: before ?? null, after: facts },
    })
    return { from }
  })
}

export function takeBackServiceChange(app: App, scope: OperatorScope, { key, from }: TakenBack) {
  return inTransaction(app.db, async (db) => {
    await checkEveryCity(db, scope, 'catalogue')
    const before = await lockChange(db, key, from)
    if (before === undefined) throw new Refused('not_found')
    await deleteChange(db, key, from)
    await recordAudit(db, {
      at: app.ports.clock.now(),
      actorId: scope.userId,
      concerns: 'every market',
      action: 'take_back_service_change',
      subject: key,
      detail: { from, before },
    })
    return { from }
  })
}

/** Until the day has come in the last city, visits are planned by it from their own days on, and no one is asked anew. */
export async function beginServiceChanges(db: Db, now: Instant): Promise<void> {
  const today = (await listZones(db)).map((zone) => dateAt(now, zone)).toSorted()[0]
  if (today === undefined) return
  for (const { service_key: key, from_date: from, planned_by: by, ...facts } of await lockDueChanges(
    db,
    today,
  )) {
    const service = await lockService(db, key)
    const was = service && pickFacts(service)
    const next = was && { ...was, ...pickDated(facts) }
    if (was && next && JSON.stringify(was) !== JSON.stringify(next))
      await replaceService(db, { key, was, facts: next }, { by, now })
    await deleteChange(db, key, from)
  }
}

function pickDated(row: DatedFacts): DatedFacts {
  return {
    minutes: row.minutes,
    minutes_per_unit: row.minutes_per_unit,
    photos_required: row.photos_required,
    needs: row.needs,
  }
}

function wrong(sentence: string): Refused {
  return new Refused('bad_input', { fields: { from: sentence } })
}
