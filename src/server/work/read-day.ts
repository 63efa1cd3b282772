/** One day of a crew as it is driven: stops in their sequence, the way between them, the pay. */
import type { LatLng } from '#domain/geo.ts'
import { addCents, ZERO_CENTS } from '#domain/money.ts'
import type { BusinessSettings } from '#domain/settings/settings.ts'
import { DAY_MS, dateAt, type Instant, type LocalDate } from '#domain/time.ts'
import { visitMinutes } from '#domain/visits/duration.ts'
import type { VisitState } from '#domain/visits/graph.ts'
import { canStep } from '#domain/visits/implied-confirmation.ts'
import type { App } from '../app.ts'
import { type ReadList, readLists } from '../checklists/read-lists.ts'
import { findDoorCodes } from '../go/queries.ts'
import { photosOfVisits } from '../photos/queries.ts'
import { toPhotoReply } from '../pictures/sign-photo-url.ts'
import type { CrewScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { actorOf } from '../visits/apply-transition.ts'
import { notesWith } from '../visits/describe-turnover.ts'
import { factsOf } from '../visits/fact-queries.ts'
import { priceCrewVisits } from './price-crew-visits.ts'
import { type CrewVisitRow, findBase, nextWorkDay, visitsOfDay, windowOf } from './queries.ts'

const UNDER_WAY: readonly VisitState[] = ['en_route', 'in_progress']

const STILL_TO_DO: readonly VisitState[] = ['scheduled', 'confirmed', 'reopened', ...UNDER_WAY]

export async function readDay(app: App, scope: CrewScope, asked: LocalDate | undefined) {
  const now = app.ports.clock.now()
  const today = dateAt(now, scope.timeZone)
  const date = asked ?? today
  const settings = await settingsAt(app.db, scope.marketId, now)
  const [rows, base] = await Promise.all([visitsOfDay(app.db, scope, date), findBase(app.db, scope)])
  const visitIds = rows.map((row) => row.id)
  const [pays, photos, doors, legs, lists] = await Promise.all([
    priceCrewVisits(app.db, scope, rows),
    photosOfVisits(app.db, visitIds),
    findDoorCodes(app.db, scope, visitIds, now),
    legsOf(app, base, rows),
    readLists(app.db, rows),
  ])
  const next =
    rows.find((row) => UNDER_WAY.includes(row.state)) ?? rows.find((row) => STILL_TO_DO.includes(row.state))
  const stops = rows.map((row, index) => ({
    ...toStop(scope, row, now, settings),
    position: index + 1,
    isNext: row === next,
    photos: photos
      .filter((photo) => photo.visit_id === row.id && photo.owner_id === scope.userId)
      .map((photo) => ({ ...toPhotoReply(app, photo), itemKey: photo.item_key })),
    payCents: pays[index]!,
    goId: doors.get(row.id) ?? null,
    checklist: checklistOf(lists.get(row.id)),
  }))
  return {
    date,
    today,
    base,
    stops,
    legs,
    doneCount: rows.filter((row) => row.state === 'completed').length,
    drivingMinutes: Math.round(legs.reduce((sum, leg) => sum + leg.drivingSeconds, 0) / 60),
    serviceMinutes: stops.reduce((sum, stop) => sum + stop.minutes, 0),
    payCents: addCents(...pays.map((pay) => pay ?? ZERO_CENTS)),
    nextWorkDay: await nextWorkDay(app.db, scope, date),
    rules: rulesOf(settings),
  }
}

function checklistOf(list: ReadList | undefined) {
  if (list === undefined) return null
  const items = list.items.map((item) => ({
    ...item,
    isMarked: list.marks.get(item.key)?.isMarked ?? false,
  }))
  return { seen: list.seen, items }
}

/** What a phone needs to judge a step by itself. */
function rulesOf({
  missedGraceHours,
  lateCompletionHours,
  releaseNoticeHours,
  releaseGraceMinutes,
  confirmCutoffWeekday,
  confirmCutoffTime,
}: BusinessSettings) {
  return {
    missedGraceHours,
    lateCompletionHours,
    releaseNoticeHours,
    releaseGraceMinutes,
    confirmCutoffWeekday,
    confirmCutoffTime,
  }
}

function toStop(scope: CrewScope, row: CrewVisitRow, now: Instant, settings: BusinessSettings) {
  const actor = actorOf(scope, now)
  const facts = factsOf(row)
  return {
    visitId: row.id,
    complexId: row.complex_id,
    propertyName: row.property_name,
    address: row.address,
    lat: row.lat,
    lng: row.lng,
    timeZone: row.time_zone,
    // A door code is known while it is needed, not for ever (threats U8).
    accessNotes: row.ends_at + DAY_MS < now ? '' : row.access_notes,
    jobNotes: notesWith(row.job_notes, row, scope.locale),
    serviceKey: row.service_key,
    quantity: row.quantity,
    minutes: visitMinutes({ minutes: row.minutes, minutesPerUnit: row.minutes_per_unit }, row.quantity),
    window: windowOf(row),
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    state: row.state,
    canStart: canStep(facts, 'start', actor, now, settings),
    canComplete: canStep(facts, 'complete', actor, now, settings),
    photosRequired: row.photos_required,
    completedAt: row.completed_at,
  }
}

async function legsOf(app: App, base: LatLng | null, rows: readonly CrewVisitRow[]) {
  if (base === null || rows.length === 0) return []
  const table = await app.ports.matrix.table([base, ...rows])
  const nodeCount = rows.length + 1
  return Array.from({ length: nodeCount }, (_, from) => {
    const entry = from * nodeCount + ((from + 1) % nodeCount)
    return {
      drivingFeet: wholeOrZero(table.feet[entry]!),
      drivingSeconds: wholeOrZero(table.seconds[entry]!),
    }
  })
}

/** Where there is no way by road nothing is added to the sums. */
function wholeOrZero(value: number): number {
  return Number.isFinite(value) ? Math.round(value) : 0
}
