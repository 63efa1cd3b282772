/** A city is begun, and changed: its ground is its own, and whoever is there keeps it wherever the border moves. */
import type { LatLng, Feet } from '#domain/geo.ts'
import { normalisePhone } from '#domain/accounts/phone.ts'
import { type Area, boxOf, canBeMiddle } from '#domain/markets/area.ts'
import { areaSentence, areaTexts } from '#domain/markets/area-texts.ts'
import { areaFromGeoJson, isAreaFault } from '#domain/markets/check-area.ts'
import { areaAround } from '#domain/markets/circle.ts'
import { slugOf } from '#domain/markets/slug.ts'
import { overlapOf } from '#domain/markets/overlap.ts'
import { mayDo } from '#domain/staff/roles.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { type Db, inTransaction, toJson } from '../db/client.ts'
import { roleIn } from '../http/role-queries.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import {
  activeServices,
  findMarket,
  insertMarket,
  isIdTaken,
  lockAreas,
  lockMarket,
  otherAreas,
  ownNewMarket,
  updateMarket,
} from './queries.ts'
import { marketTexts } from './texts.ts'

export type NewMarket = {
  readonly name: string
  readonly timeZone: string
  readonly center: LatLng
  readonly radiusFeet: Feet
}

export function addMarket(app: App, scope: OperatorScope, input: NewMarket): Promise<{ marketId: string }> {
  const { name, timeZone, center, radiusFeet } = input
  const now = app.ports.clock.now()
  return inTransaction(app.db, async (db) => {
    await lockAreas(db)
    const area = await freeArea(db, scope, null, {
      type: 'MultiPolygon',
      coordinates: areaAround(center, radiusFeet),
    })
    const id = await freeId(db, name)
    const own = await findMarket(db, scope.marketId)
    await insertMarket(db, {
      id,
      name,
      time_zone: timeZone,
      ...center,
      ...boxOf(area),
      area: toJson(area),
      state: 'waitlist',
      // Holidays are the country's: a new city begins with those of the one on the desk.
      holiday_rule_set_id: own?.holiday_rule_set_id ?? null,
    })
    await ownNewMarket(db, scope, id)
    await recordAudit(db, {
      at: now,
      actorId: scope.userId,
      concerns: { marketId: id },
      action: 'add_market',
      subject: id,
      detail: { before: {}, after: { name, timeZone, center: written(center), area: corners(area) } },
    })
    return { marketId: id }
  })
}

export type ChangedMarket = {
  readonly marketId: string
  readonly version: number
  readonly name: string
  readonly timeZone: string
  readonly center: LatLng
  readonly area: unknown
  readonly serviceKeys: readonly string[] | null
  readonly supportEmail: string | null
  readonly supportPhone: string | null
}

export function saveMarket(
  app: App,
  scope: OperatorScope,
  input: ChangedMarket,
): Promise<{ version: number }> {
  const { marketId, name, timeZone, center, serviceKeys, supportEmail } = input
  const supportPhone = phoneOf(input.supportPhone)
  return inTransaction(app.db, async (db) => {
    await lockAreas(db)
    const was = await lockMarket(db, marketId)
    if (was === undefined || !mayDo(await roleIn(db, scope, marketId), 'catalogue'))
      throw new Refused('not_found')
    if (was.version !== input.version) throw new Refused('market_changed')
    if (timeZone !== was.time_zone && was.state !== 'waitlist')
      throw wrong('timeZone', marketTexts[scope.locale].zoneStays)
    await checkServices(db, scope, serviceKeys)
    const area = await freeArea(db, scope, marketId, input.area)
    if (!canBeMiddle(area, center)) throw wrong('center', marketTexts[scope.locale].centerOutside)
    const version = await updateMarket(db, marketId, {
      name,
      time_zone: timeZone,
      ...center,
      ...boxOf(area),
      area: toJson(area),
      service_keys: serviceKeys === null ? null : [...serviceKeys],
      support_email: supportEmail,
      support_phone: supportPhone,
    })
    const before = describe({ ...was, center: was.lat === null ? null : { lat: was.lat, lng: was.lng! } })
    const after = describe({
      name,
      time_zone: timeZone,
      center,
      area,
      service_keys: serviceKeys,
      support_email: supportEmail,
      support_phone: supportPhone,
    })
    const isAreaMoved = JSON.stringify(was.area) !== JSON.stringify(area)
    await recordAudit(db, {
      at: app.ports.clock.now(),
      actorId: scope.userId,
      concerns: { marketId },
      action: 'save_market',
      subject: marketId,
      detail: changesOf(before, after, isAreaMoved),
    })
    return { version }
  })
}

/** Throws with the sentence of what is wrong under `area`. */
async function freeArea(db: Db, scope: OperatorScope, marketId: string | null, json: unknown): Promise<Area> {
  const texts = areaTexts[scope.locale]
  const area = areaFromGeoJson(json)
  if (isAreaFault(area)) throw wrong('area', areaSentence(texts, area))
  for (const other of await otherAreas(db, marketId)) {
    const at = overlapOf(area, other.area)
    if (at !== null) throw wrong('area', texts.overlaps(other.name, at))
  }
  return area
}

async function checkServices(db: Db, scope: OperatorScope, keys: readonly string[] | null): Promise<void> {
  if (keys === null) return
  const texts = marketTexts[scope.locale]
  if (keys.length === 0) throw wrong('serviceKeys', texts.someService)
  const active = await activeServices(db)
  if (keys.some((key) => !active.has(key))) throw wrong('serviceKeys', texts.unknownService)
}

function phoneOf(text: string | null): string | null {
  if (text === null || text === '') return null
  const decided = normalisePhone(text)
  if ('refused' in decided) throw new Refused(decided.refused, { at: 'supportPhone' })
  return decided.phone
}

/** The name in small letters; the second of a name gets a number. */
async function freeId(db: Db, name: string): Promise<string> {
  const slug = slugOf(name)
  for (let number = 1; ; number++) {
    const id = number === 1 ? slug : `${slug}-${number}`
    if (!(await isIdTaken(db, id))) return id
  }
}

type Described = {
  readonly name: string
  readonly time_zone: string
  readonly center: LatLng | null
  readonly area: Area | null
  readonly service_keys: readonly string[] | null
  readonly support_email: string | null
  readonly support_phone: string | null
}

function describe(market: Described): Readonly<Record<string, string | null>> {
  return {
    name: market.name,
    timeZone: market.time_zone,
    center: market.center && written(market.center),
    area: market.area && corners(market.area),
    serviceKeys: market.service_keys && market.service_keys.join(', '),
    supportEmail: market.support_email,
    supportPhone: market.support_phone,
  }
}

type Fields = Readonly<Record<string, string | null>>

function changesOf(before: Fields, after: Fields, isAreaMoved: boolean) {
  const changed = Object.keys(after).filter(
    (field) => before[field] !== after[field] || (field === 'area' && isAreaMoved),
  )
  const pick = (fields: Fields) => Object.fromEntries(changed.map((field) => [field, fields[field] ?? null]))
  return { before: pick(before), after: pick(after) }
}

function written({ lat, lng }: LatLng): string {
  return `${lat.toFixed(4)}, ${lng.toFixed(4)}`
}

function corners(area: Area): string {
  return `${area.flat().reduce((total, ring) => total + ring.length - 1, 0)}`
}

function wrong(field: string, sentence: string): Refused {
  return new Refused('bad_input', { fields: { [field]: sentence } })
}
