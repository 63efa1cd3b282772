/** One day of a crew as it is driven: stops in order, the way between them, the pay. */
import type { LatLng } from '#domain/geo.ts'
import { addCents, type Cents, cents, ZERO_CENTS } from '#domain/money.ts'
import { withRaise } from '#domain/pricing/raise.ts'
import { crewPayFor } from '#domain/pricing/split.ts'
import { settingsOn } from '#domain/settings/book.ts'
import type { BusinessSettings } from '#domain/settings/settings.ts'
import {
  DAY_MS,
  dateAt,
  type Instant,
  instantAt,
  type LocalDate,
  type LocalTime,
  localTime,
  timeAt,
} from '#domain/time.ts'
import { visitMinutes } from '#domain/visits/duration.ts'
import type { VisitState } from '#domain/visits/graph.ts'
import type { VisitFacts } from '#domain/visits/lifecycle.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { photosOfVisits } from '../photos/queries.ts'
import { toPhotoReply } from '../pictures/sign-photo-url.ts'
import { readPriceBook } from '../prices/queries.ts'
import { linesOfVisit } from '../prices/visit-lines.ts'
import type { CrewScope } from '../scope.ts'
import { settingsAt, settingsTimeline } from '../settings/settings-at.ts'
import { actorOf } from '../visits/apply-transition.ts'
import { type CrewVisitRow, findBase, nextWorkDay, visitsOfDay } from './queries.ts'
import { canStep } from './steps.ts'

const UNDER_WAY: readonly VisitState[] = ['en_route', 'in_progress']
const STILL_TO_DO: readonly VisitState[] = ['scheduled', 'confirmed', 'reopened', ...UNDER_WAY]

export async function dayOf(app: App, scope: CrewScope, asked: LocalDate | undefined) {
  const now = app.ports.clock.now()
  const today = dateAt(now, scope.timeZone)
  const date = asked ?? today
  const settings = await settingsAt(app.db, scope.marketId, now)
  const [rows, base] = await Promise.all([visitsOfDay(app.db, scope, date), findBase(app.db, scope)])
  const [pays, photos, legs] = await Promise.all([
    paysOf(app.db, scope, rows),
    photosOfVisits(
      app.db,
      rows.map((row) => row.id),
    ),
    legsOf(app, base, rows),
  ])
  const next =
    rows.find((row) => UNDER_WAY.includes(row.state)) ?? rows.find((row) => STILL_TO_DO.includes(row.state))
  const stops = rows.map((row, index) => ({
    ...toStop(scope, row, now, settings),
    position: index + 1,
    isNext: row === next,
    photos: photos
      .filter((photo) => photo.visit_id === row.id && photo.owner_id === scope.userId)
      .map((photo) => toPhotoReply(app, photo)),
    payCents: pays[index]!,
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

/** What a phone needs to judge a step by itself. */
function rulesOf({
  missedGraceHours,
  lateCompletionHours,
  releaseNoticeHours,
  confirmCutoffWeekday,
  confirmCutoffTime,
}: BusinessSettings) {
  return {
    missedGraceHours,
    lateCompletionHours,
    releaseNoticeHours,
    confirmCutoffWeekday,
    confirmCutoffTime,
  }
}

/** Frozen pay where there is one, else by the prices in force on the visit's day; null where there is no price. */
export async function paysOf(
  db: Db,
  scope: CrewScope,
  rows: readonly CrewVisitRow[],
): Promise<(Cents | null)[]> {
  const open = rows.filter((row) => row.crew_pay_cents === null)
  if (open.length === 0) return rows.map((row) => cents(row.crew_pay_cents!))
  const [book, settings] = await Promise.all([
    readPriceBook(db, {
      propertyIds: open.map((row) => row.property_id),
      groupIds: open.map((row) => row.group_id),
    }),
    settingsTimeline(db, scope.marketId),
  ])
  return rows.map((row) => {
    if (row.crew_pay_cents !== null) return cents(row.crew_pay_cents)
    const lines = linesOfVisit(
      book,
      {
        propertyId: row.property_id,
        groupId: row.group_id,
        zone: row.time_zone,
        serviceKey: row.service_key,
        quantity: row.quantity,
        date: row.date,
      },
      settings,
    )
    return lines === null
      ? null
      : crewPayFor(
          withRaise(lines, cents(row.offer_raise_cents)),
          settingsOn(settings, row.date, row.time_zone),
        )
  })
}

/** Null where the visit may be done at any time of its day. */
export function windowOf(row: Pick<CrewVisitRow, 'date' | 'starts_at' | 'ends_at' | 'time_zone'>): {
  from: LocalTime
  until: LocalTime
} | null {
  const isFromMidnight = row.starts_at === instantAt(row.date, localTime('00:00'), row.time_zone)
  const isToMidnight = row.ends_at === instantAt(row.date, localTime('24:00'), row.time_zone)
  if (isFromMidnight && isToMidnight) return null
  return {
    from: timeAt(row.starts_at, row.time_zone),
    until: isToMidnight ? localTime('24:00') : timeAt(row.ends_at, row.time_zone),
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
    jobNotes: row.job_notes ?? '',
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

function factsOf(row: CrewVisitRow): VisitFacts {
  return {
    kind: row.weekly_job_id === null ? 'on_demand' : 'weekly',
    state: row.state,
    customerId: row.customer_id,
    crewId: row.crew_id,
    date: row.date,
    zone: row.time_zone,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
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
