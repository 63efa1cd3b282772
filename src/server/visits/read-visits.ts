/** Visits as the screens show them: priced, with the crew's first name, and no more than who asks may see. */
import type { z } from 'zod'
import type { visits } from '#contract/visits.ts'
import { isFrozen } from '#domain/access/frozen.ts'
import { firstName } from '#domain/accounts/first-name.ts'
import { countsOf } from '#domain/checklists/progress.ts'
import type { VisitId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { customerTotalOf, type LineItem, linesForCustomer, priceOf } from '#domain/pricing/lines.ts'
import { withRaise } from '#domain/pricing/raise.ts'
import { crewPayFor } from '#domain/pricing/split.ts'
import { settingsIn, settingsOn } from '#domain/settings/book.ts'
import type { BusinessSettings } from '#domain/settings/settings.ts'
import { type Instant, parseInstant } from '#domain/time.ts'
import { allowedTransitions } from '#domain/visits/lifecycle.ts'
import type { App } from '../app.ts'
import { readLists } from '../checklists/read-lists.ts'
import type { Db } from '../db/client.ts'
import { readPageMark, writePageMark } from '../page-mark.ts'
import { photoUrl } from '../pictures/sign-photo-url.ts'
import { linesOfVisit } from '../prices/price-visits.ts'
import { readRateCard } from '../prices/queries.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope, UserScope } from '../scope.ts'
import { settingsTimeline } from '../settings/read-settings.ts'
import { actorOf } from './apply-transition.ts'
import { factsOf } from './fact-queries.ts'
import { notesWith } from './describe-turnover.ts'
import * as queries from './queries.ts'

type ListInput = z.output<(typeof visits)['POST /api/get-visits']['body']>
type CardRow = Omit<queries.VisitRow, 'sort_value'>
type DetailRow = NonNullable<Awaited<ReturnType<typeof queries.findVisit>>>

export async function readVisits(app: App, scope: CustomerScope, input: ListInput) {
  const { db } = app
  const page = {
    ...input,
    limit: input.limit + 1,
    after: readPageMark(input.cursor, input.sort === 'time' ? queries.isTimeMark : undefined),
  }
  const [rows, counts] = await Promise.all([
    queries.listVisits(db, scope, input, page),
    queries.countVisits(db, scope, input),
  ])
  const shown = rows.slice(0, input.limit)
  const last = rows.length > input.limit ? shown.at(-1) : undefined
  const countByState = Object.fromEntries(counts.map(({ state, count }) => [state, count]))
  const wanted =
    input.states === undefined || input.states.length === 0 ? null : new Set<string>(input.states)
  return {
    visits: await toCards(db, scope.marketId, shown),
    nextCursor: last === undefined ? null : writePageMark({ value: last.sort_value, id: last.id }),
    countByState,
    totalCount: counts
      .filter(({ state }) => wanted === null || wanted.has(state))
      .reduce((sum, { count }) => sum + count, 0),
  }
}

export async function readVisit(app: App, scope: UserScope, visitId: VisitId) {
  const { db } = app
  const row = await queries.findVisit(db, scope, visitId)
  if (row === undefined) throw new Refused('not_found')
  const now = app.ports.clock.now()
  const lines = (await linesOf(db, scope.marketId, [row]))[0] ?? null
  const settings = await settingsTimeline(db, scope.marketId)
  const [photos, timeline] = [await queries.photosOf(db, visitId), await queries.timelineOf(db, visitId)]
  const orderPhotos = row.weekly_job_id === null ? await queries.orderPhotosOf(db, visitId) : []
  return {
    ...toCard(row, lines),
    ...stepsOf(row, scope, now, settingsIn(settings, now)),
    ...moneyFor(row, scope, lines, settingsOn(settings, row.date, row.time_zone)),
    lat: row.lat,
    lng: row.lng,
    accessNotes: row.access_notes,
    notes: notesWith(row.notes, row, scope.locale),
    photosRequired: row.photos_required,
    paymentId: scope.type === 'Crew' ? null : row.payment_id,
    orderId: scope.type === 'Crew' ? null : row.order_id,
    orderPhotos: orderPhotos.map(({ id }) => ({ id, url: photoUrl(app, id, { width: 1280 }) })),
    photos: photos.map((photo) => ({
      id: photo.id,
      url: photoUrl(app, photo.id, { width: 1280 }),
      width: photo.width,
      height: photo.height,
      takenAt: photo.taken_at ?? photo.created_at,
      itemKey: photo.item_key,
    })),
    checklist: await checklistOf(db, row, photos),
    timeline: timeline.map((event) => ({
      at: event.at,
      transition: event.transition,
      from: event.from_state,
      to: event.to_state,
      actorRole: event.actor_role,
      reason: event.reason,
      happenedAt: event.happened_at === null ? null : parseInstant(event.happened_at),
    })),
  }
}

/** What is gone through there, with what was said of each item. */
async function checklistOf(db: Db, row: DetailRow, photos: readonly { item_key: string | null }[]) {
  const list = (await readLists(db, [row])).get(row.id)
  if (list === undefined) return null
  const { items, marks } = list
  const photoCounts = new Map(
    items.map(({ key }) => [key, photos.filter((each) => each.item_key === key).length]),
  )
  const { done, all } = countsOf(items, { marks, photoCounts })
  return {
    doneCount: done,
    taskCount: all,
    items: items.map((item) => {
      const mark = marks.get(item.key)
      return {
        ...item,
        isMarked: mark?.isMarked ?? false,
        markedAt: mark?.isMarked ? mark.at : null,
        undone: mark?.reason ?? null,
        undoneNote: mark?.words ?? '',
      }
    }),
  }
}

/** Priced by what is frozen, else by the prices in force. */
export async function toCards(db: Db, marketId: string, rows: readonly CardRow[]) {
  const lines = await linesOf(db, marketId, rows)
  return rows.map((row, index) => toCard(row, lines[index] ?? null))
}

function toCard(row: CardRow, lines: readonly LineItem[] | null) {
  return {
    id: row.id,
    weeklyJobId: row.weekly_job_id,
    propertyId: row.property_id,
    propertyName: row.property_name,
    address: row.address,
    timeZone: row.time_zone,
    serviceKey: row.service_key,
    date: row.date,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    isAnytime: row.is_anytime,
    quantity: row.quantity,
    state: row.state,
    crewFirstName: row.crew_name === null ? null : firstName(row.crew_name),
    completedAt: row.completed_at,
    priceCents: lines === null ? null : priceOf(lines),
    ...movedOf(row),
  }
}

function movedOf({ moved_from: from, moved_by: by, moved_because: because }: CardRow) {
  return from === null || by === null ? {} : { moved: { from, by, because } }
}

async function linesOf(
  db: Db,
  marketId: string,
  rows: readonly CardRow[],
): Promise<(readonly LineItem[] | null)[]> {
  const unpriced = rows.filter((row) => row.price_lines === null && row.ordered_lines === null)
  const rateCard = await readRateCard(db, {
    propertyIds: unpriced.map((row) => row.property_id),
    groupIds: unpriced.map((row) => row.group_id),
  })
  const settings = await settingsTimeline(db, marketId)
  return rows.map((row) => {
    const agreed = row.price_lines ?? row.ordered_lines
    if (agreed !== null) return agreed
    const visit = { propertyId: row.property_id, groupId: row.group_id, zone: row.time_zone }
    const { service_key: serviceKey, quantity, date } = row
    return linesOfVisit(rateCard, { ...visit, serviceKey, quantity, date }, settings)
  })
}

function stepsOf(row: DetailRow, scope: UserScope, now: Instant, settings: BusinessSettings) {
  const actor = { ...actorOf(scope, now), isFrozen: isFrozen(scope, now) }
  const allowed = allowedTransitions(factsOf(row), actor, now, settings)
  const isWeekly = row.weekly_job_id !== null && row.job_state !== 'cancelled'
  return {
    canSkip: isWeekly && scope.type === 'Customer' && allowed.includes('skip'),
    canUnskip: isWeekly && scope.type === 'Customer' && allowed.includes('unskip'),
  }
}

/** A crew sees its pay, not the price; a customer the price, not the pay, nor how far away the phone was. */
function moneyFor(
  row: DetailRow,
  scope: UserScope,
  lines: readonly LineItem[] | null,
  terms: BusinessSettings,
) {
  const work = {
    crewPayCents: crewPayOf(row, lines, terms),
    completedDistanceFeet: row.completed_distance_feet,
    isFlagged: row.is_flagged,
  }
  if (scope.type === 'Crew') return { ...work, priceCents: null }
  const price = {
    priceLines: linesForCustomer(lines ?? [], scope.locale),
    totalCents: lines === null ? null : customerTotalOf(lines),
  }
  return scope.type === 'Operator' ? { ...work, ...price } : price
}

function crewPayOf(row: DetailRow, lines: readonly LineItem[] | null, terms: BusinessSettings) {
  if (row.crew_pay_cents !== null) return cents(row.crew_pay_cents)
  const raise = cents(row.offer_raise_cents)
  return lines === null ? null : crewPayFor(withRaise(lines, raise), terms)
}
