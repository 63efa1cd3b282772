/** An operator changes what is sold, or adds to it. Services are every city's; which of them a city offers is its own. */
import type { BodyOf } from '#contract/endpoint.ts'
import type { serviceDesk } from '#contract/service-desk.ts'
import { slugOf } from '#domain/markets/slug.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { inTransaction } from '../db/client.ts'
import { checkEveryCity } from '../http/role-queries.ts'
import { listServices } from '../prices/queries.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { listChanges } from './change-queries.ts'
import { checkNeeds, needsOf } from './check-needs.ts'
import {
  insertService,
  isKeyTaken,
  listPast,
  lockCatalogue,
  lockService,
  pickFacts,
  replaceService,
  type ServiceFacts,
} from './service-queries.ts'
import { priceDeskTexts } from './texts.ts'

type Changed = BodyOf<(typeof serviceDesk)['POST /api/save-service']>
type Added = BodyOf<(typeof serviceDesk)['POST /api/add-service']>

export async function readServices(app: App) {
  const [services, past, changes] = await Promise.all([
    listServices(app.db),
    listPast(app.db),
    listChanges(app.db),
  ])
  return services.map((service) => ({
    ...shown(service),
    key: service.key,
    version: service.version,
    isWeekly: service.is_weekly,
    isOnDemand: service.is_on_demand,
    past: (past.get(service.key) ?? []).map((row) => ({
      ...shown(row),
      replacedAt: row.replaced_at,
      replacedByName: row.replaced_by_name,
    })),
    planned: (changes.get(service.key) ?? []).map((row) => ({
      from: row.from_date,
      minutes: row.minutes,
      minutesPerUnit: row.minutes_per_unit,
      photosRequired: row.photos_required,
      needs: row.needs,
      plannedByName: row.planned_by_name,
    })),
  }))
}

export function saveService(
  app: App,
  scope: OperatorScope,
  { key, version, ...wanted }: Changed,
): Promise<{ version: number }> {
  const now = app.ports.clock.now()
  const facts = columnsOf(wanted)
  return inTransaction(app.db, async (db) => {
    await checkEveryCity(db, scope, 'catalogue')
    const was = await lockService(db, key)
    if (was === undefined) throw new Refused('not_found')
    if (was.version !== version) throw new Refused('changed_meanwhile')
    await checkNeeds(db, scope, key, facts.needs)
    const before = pickFacts(was)
    if (JSON.stringify(before) === JSON.stringify(facts)) return { version }
    const next = await replaceService(db, { key, was: before, facts }, { by: scope.userId, now })
    await recordAudit(db, {
      at: now,
      actorId: scope.userId,
      concerns: 'every market',
      action: 'save_service',
      subject: key,
      detail: { before, after: facts },
    })
    return { version: next }
  })
}

export function addService(
  app: App,
  scope: OperatorScope,
  { isWeekly, isOnDemand, ...wanted }: Added,
): Promise<{ key: string }> {
  const texts = priceDeskTexts[scope.locale]
  const facts = columnsOf(wanted)
  return inTransaction(app.db, async (db) => {
    await checkEveryCity(db, scope, 'catalogue')
    if (!isWeekly && !isOnDemand) throw new Refused('bad_input', { fields: { isWeekly: texts.someWay } })
    const key = slugOf(wanted.nameEn).replaceAll('-', '_').slice(0, 40)
    await lockCatalogue(db)
    if (!/^[a-z]/.test(key) || (await isKeyTaken(db, key)))
      throw new Refused('bad_input', { fields: { nameEn: texts.nameTaken } })
    await checkNeeds(db, scope, key, facts.needs)
    await insertService(db, { ...facts, key, is_weekly: isWeekly, is_on_demand: isOnDemand })
    await recordAudit(db, {
      at: app.ports.clock.now(),
      actorId: scope.userId,
      concerns: 'every market',
      action: 'add_service',
      subject: key,
      detail: { after: facts },
    })
    return { key }
  })
}

function columnsOf(wanted: Omit<Added, 'isWeekly' | 'isOnDemand'>): ServiceFacts {
  return {
    name_en: wanted.nameEn,
    name_es: wanted.nameEs,
    unit_en: wanted.unitEn,
    units_en: wanted.unitsEn,
    unit_es: wanted.unitEs,
    units_es: wanted.unitsEs,
    icon: wanted.icon,
    minutes: wanted.minutes,
    minutes_per_unit: wanted.minutesPerUnit,
    photos_required: wanted.photosRequired,
    needs: needsOf(wanted.needs),
  }
}

function shown(row: ServiceFacts) {
  return {
    nameEn: row.name_en,
    nameEs: row.name_es,
    unitEn: row.unit_en,
    unitsEn: row.units_en,
    unitEs: row.unit_es,
    unitsEs: row.units_es,
    icon: row.icon,
    minutes: row.minutes,
    minutesPerUnit: row.minutes_per_unit,
    photosRequired: row.photos_required,
    needs: [...row.needs],
  }
}
