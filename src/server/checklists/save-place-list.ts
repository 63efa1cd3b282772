/** A customer changes what crews go through at one place. */
import { randomBytes } from 'node:crypto'
import type { checklists } from '#contract/checklists.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { doubledKeys, type PlaceItem } from '#domain/checklists/items.ts'
import { type PropertyId, randomCode } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { lockProperty } from '../places/lock-property.ts'
import { findProperty } from '../places/queries.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import {
  insertPlaceList,
  lockServiceKey,
  placeListsNow,
  serviceListsNow,
  servicesOfPlace,
} from './queries.ts'
import { lowSuppliesOf } from './supply-queries.ts'
import { checklistTexts } from './texts.ts'

type Wanted = BodyOf<(typeof checklists)['POST /api/save-place-checklist']>

export async function readPlaceLists(app: App, scope: CustomerScope, propertyId: PropertyId) {
  const { db } = app
  if ((await findProperty(db, scope, propertyId)) === undefined) throw new Refused('not_found')
  const [done, changed, low] = await Promise.all([
    servicesOfPlace(db, scope, propertyId),
    placeListsNow(db, [propertyId]),
    lowSuppliesOf(db, scope, propertyId),
  ])
  const keys = [...new Set([...done, ...changed.map((row) => row.service_key)])]
  const ofServices = await serviceListsNow(db, keys)
  return {
    lists: keys.map((serviceKey) => {
      const place = changed.find((row) => row.service_key === serviceKey)
      return {
        serviceKey,
        version: place?.version ?? 0,
        serviceItems: [...(ofServices.find((row) => row.service_key === serviceKey)?.items ?? [])],
        placeItems: [...(place?.items ?? [])],
      }
    }),
    low: low.map((row) => ({
      serviceKey: row.service_key,
      key: row.item_key,
      words: row.words,
      since: row.since,
    })),
  }
}

export function savePlaceList(app: App, scope: CustomerScope, wanted: Wanted) {
  const now = app.ports.clock.now()
  const { propertyId, serviceKey } = wanted
  const texts = checklistTexts[scope.locale]
  const language = scope.locale
  return inTransaction(app.db, async (db) => {
    await lockProperty(db, scope, propertyId)
    if (!(await lockServiceKey(db, serviceKey))) throw new Refused('not_found', { at: 'serviceKey' })
    const was = (await placeListsNow(db, [propertyId])).find((row) => row.service_key === serviceKey)
    if ((was?.version ?? 0) !== wanted.version)
      throw new Refused('bad_input', { fields: { items: texts.changed } })
    const [service] = await serviceListsNow(db, [serviceKey])
    const before = was?.items ?? []
    const items = wanted.items.map((item) => itemOf(item, before, scope))
    const known = new Set([...before, ...(service?.items ?? [])].map(({ key }) => key))
    const [doubled] = doubledKeys(items)
    const fault = items.findLastIndex(({ key, own }) => key === doubled || (own === null && !known.has(key)))
    if (fault >= 0) {
      const sentence = items[fault]?.key === doubled ? texts.twice : texts.unknown
      throw new Refused('bad_input', { fields: { [`items.${fault}.key`]: sentence } })
    }
    if (JSON.stringify(before) === JSON.stringify(items)) return { version: wanted.version, language }
    const version = wanted.version + 1
    await insertPlaceList(db, { propertyId, serviceKey, items }, { version, now })
    return { version, language }
  })
}

/** Words that stay keep the language in which they were written. */
function itemOf(
  { key, isLeftOut, own }: Wanted['items'][number],
  before: readonly PlaceItem[],
  { locale }: CustomerScope,
): PlaceItem {
  const was = before.find((item) => item.key === key)?.own
  const language = was && own && was.words === own.words ? was.language : locale
  return {
    key: key ?? randomCode(randomBytes),
    isLeftOut,
    own: own
      ? { kind: own.kind, photo: own.kind === 'supply' ? 'none' : own.photo, words: own.words, language }
      : null,
  }
}
