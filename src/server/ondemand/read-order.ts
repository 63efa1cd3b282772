/** An order as its customer follows it: how far it is, who comes and when, what cancelling it would cost. */
import { firstName } from '#domain/accounts/first-name.ts'
import type { OnDemandOrderId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { cancellationRules, cancellationTerms } from '#domain/ondemand/cancellation.ts'
import { type OrderProgress, progressOf } from '#domain/ondemand/progress.ts'
import { linesForCustomer } from '#domain/pricing/lines.ts'
import { isRefusal } from '#domain/refusals.ts'
import type { BusinessSettings } from '#domain/settings/settings.ts'
import { type Instant, instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { crewAverages } from '../crews/queries.ts'
import { findHoliday } from '../holidays/find-holiday.ts'
import { photosOfVisits } from '../photos/queries.ts'
import { toPhotoReply } from '../pictures/sign-photo-url.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import * as queries from './order-queries.ts'

export async function readOrders(app: App, scope: CustomerScope) {
  const rows = await queries.listOrders(app.db, scope)
  return { orders: rows.map(toSummary) }
}

export async function readOrder(app: App, scope: CustomerScope, orderId: OnDemandOrderId) {
  const { db } = app
  const row = await queries.findOrder(db, scope, orderId)
  if (row === undefined) throw new Refused('not_found')
  const now = app.ports.clock.now()
  const settings = await settingsAt(db, scope.marketId, row.created_at)
  const visitIds = row.visit_id === null ? [] : [row.visit_id]
  const acceptedAt = row.visit_id === null ? null : await queries.acceptedAtOf(db, row.visit_id)
  const lines = linesForCustomer(row.final_lines ?? row.price_lines, scope.locale)
  const photos = await photosOfVisits(db, visitIds)
  return {
    ...toSummary(row),
    quantity: row.quantity,
    isNow: row.is_now,
    notes: row.notes,
    address: row.address,
    lat: row.lat,
    lng: row.lng,
    lines,
    rules: cancellationRules(row.price_lines, settings),
    holiday: await findHoliday(db, { marketId: scope.marketId, propertyId: row.property_id }, row.date),
    visitId: row.visit_id,
    declineCode: row.decline_code,
    canTryAgain: row.state === 'declined' && row.ends_at > now,
    crew: await crewOf(app, row, { acceptedAt, now }),
    timeline: await timelineOf(app, row),
    orderPhotos: (await queries.orderPhotosOf(db, row.id)).map((photo) => toPhotoReply(app, photo)),
    workPhotos: photos.map((photo) => toPhotoReply(app, photo)),
    cancellation: cancellationOf(row, { acceptedAt, now, settings }),
    feeCents: cents(row.fee_cents),
    creditCents: cents(row.credit_cents),
    payment:
      row.payment_id === null || row.payment_state === null
        ? null
        : {
            id: row.payment_id,
            state: row.payment_state,
            totalCents: cents(row.payment_cents!),
          },
  }
}

function toSummary(row: queries.OrderRow) {
  return {
    id: row.id,
    serviceKey: row.service_key,
    propertyId: row.property_id,
    placeName: row.place_name,
    date: row.date,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    timeZone: row.time_zone,
    totalCents: cents(row.total_cents),
    progress: progressOfRow(row),
    createdAt: row.created_at,
  }
}

function progressOfRow(row: queries.OrderRow): OrderProgress {
  const visit = row.visit_state === null ? null : { state: row.visit_state, hasCrew: row.crew_id !== null }
  return progressOf(row.state, visit)
}

/** By what was said when it was booked. */
function cancellationOf(
  row: queries.OrderRow,
  { acceptedAt, now, settings }: { acceptedAt: Instant | null; now: Instant; settings: BusinessSettings },
) {
  const terms = cancellationTerms(
    {
      progress: progressOfRow(row),
      acceptedAt,
      startsAt: row.starts_at,
      totalCents: cents(row.total_cents),
    },
    now,
    settings,
  )
  return isRefusal(terms) ? null : { feeCents: terms.feeCents, freeUntil: terms.freeUntil }
}

async function crewOf(
  app: App,
  row: queries.OrderRow,
  { acceptedAt, now }: { acceptedAt: Instant | null; now: Instant },
) {
  if (row.crew_id === null || row.crew_name === null) return null
  const crewId = row.crew_id
  const average = (await crewAverages(app.db, [crewId], now)).get(crewId)
  return {
    firstName: firstName(row.crew_name),
    rating: average?.stars ?? null,
    ratingCount: average?.count ?? 0,
    expectedAt: row.expected_at ?? (await estimatedArrival(app, row, acceptedAt)),
  }
}

/** Until the crew says more: from its base by car, not before the window and not after it. */
async function estimatedArrival(
  app: App,
  row: queries.OrderRow,
  acceptedAt: Instant | null,
): Promise<Instant | null> {
  if (progressOfRow(row) !== 'accepted' || acceptedAt === null || row.crew_lat === null) return null
  const base = { lat: row.crew_lat, lng: row.crew_lng! }
  const { seconds } = await app.ports.matrix.table([base, { lat: row.lat, lng: row.lng }])
  const byCar = seconds[1]!
  if (!Number.isFinite(byCar)) return null
  return instant(Math.min(row.ends_at, Math.max(row.starts_at, acceptedAt + Math.round(byCar * 1_000))))
}

const PROGRESS_OF_STEP: Readonly<Record<string, OrderProgress>> = {
  assign: 'accepted',
  accept_offer: 'accepted',
  release: 'looking',
  start_travel: 'on_the_way',
  start: 'working',
  complete: 'done',
}

async function timelineOf(app: App, row: queries.OrderRow) {
  const begun: { progress: OrderProgress; at: Instant }[] = [{ progress: 'looking', at: row.created_at }]
  if (row.visit_id === null) return []
  const steps = (await queries.eventsOf(app.db, row.visit_id)).flatMap(({ transition, at }) => {
    const progress = PROGRESS_OF_STEP[transition]
    return progress === undefined ? [] : [{ progress, at }]
  })
  const progress = progressOfRow(row)
  const hasEndedBadly = ['cancelled', 'nobody_found', 'missed', 'no_access'].includes(progress)
  const ended = hasEndedBadly && row.ended_at !== null ? [{ progress, at: row.ended_at }] : []
  return [...begun, ...steps, ...ended]
}
