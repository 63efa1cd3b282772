/** The lists of visits: the one that a visit keeps since it began, or before that the one that holds now. */
import { type ListItem, listOfPlace } from '#domain/checklists/items.ts'
import type { Mark, UndoneReason } from '#domain/checklists/progress.ts'
import { UNDONE_REASONS } from '#domain/checklists/progress.ts'
import type { PropertyId, UserId, VisitId } from '#domain/ids.ts'
import type { VisitState } from '#domain/visits/graph.ts'
import type { Db } from '../db/client.ts'
import { placeListsNow, serviceListsNow } from './queries.ts'
import { keptLists, marksOf } from './visit-queries.ts'

export type ListedVisit = {
  readonly id: VisitId
  readonly property_id: PropertyId
  readonly service_key: string
  readonly state: VisitState
  readonly crew_id: UserId | null
}

type ReadMark = Mark & { readonly reason: UndoneReason | null; readonly words: string }

export type ReadList = {
  readonly items: readonly ListItem[]
  readonly marks: ReadonlyMap<string, ReadMark>
  /** Of the lists that hold now. */
  readonly seen: SeenList
}

/** Which versions a phone showed; null where there was none. */
export type SeenList = { readonly service: number | null; readonly place: number | null }

/** A visit that has begun and keeps no list has none. */
const NOT_BEGUN: readonly VisitState[] = ['scheduled', 'confirmed', 'reopened', 'en_route', 'missed']

/** Only of those that have a list. */
export async function readLists(
  db: Db,
  visits: readonly ListedVisit[],
): Promise<ReadonlyMap<VisitId, ReadList>> {
  const ids = visits.map(({ id }) => id)
  const kept = new Map((await keptLists(db, ids)).map((row) => [row.visit_id, row]))
  const coming = visits.filter((visit) => NOT_BEGUN.includes(visit.state))
  const services = await serviceListsNow(
    db,
    coming.map((visit) => visit.service_key),
  )
  const places = await placeListsNow(
    db,
    coming.map((visit) => visit.property_id),
  )
  const marks = await marksOf(db, [...kept.keys()])
  const lists = visits.map((visit): [VisitId, ReadList] => {
    const own = kept.get(visit.id)
    const service = services.find((row) => row.service_key === visit.service_key)
    const place = places.find(
      (row) => row.property_id === visit.property_id && row.service_key === visit.service_key,
    )
    const seen = { service: service?.version ?? null, place: place?.version ?? null }
    if (own !== undefined && (own.crew_id === visit.crew_id || !NOT_BEGUN.includes(visit.state))) {
      const ofVisit = marks.filter((mark) => mark.visit_id === visit.id)
      return [visit.id, { items: own.items, marks: byKey(ofVisit), seen }]
    }
    const isComing = NOT_BEGUN.includes(visit.state)
    const items = isComing ? listOfPlace(service?.items ?? [], place?.items ?? []) : []
    return [visit.id, { items, marks: new Map(), seen }]
  })
  return new Map(lists.filter(([, { items }]) => items.length > 0))
}

function byKey(rows: Awaited<ReturnType<typeof marksOf>>): ReadonlyMap<string, ReadMark> {
  return new Map(
    rows.map((row) => [
      row.item_key,
      {
        isMarked: row.is_marked,
        at: row.marked_at,
        reason: UNDONE_REASONS.find((reason) => reason === row.reason) ?? null,
        words: row.words,
      },
    ]),
  )
}
