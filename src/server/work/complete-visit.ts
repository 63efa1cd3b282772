/** A visit is done: proof checked, place and price frozen, books and customer told, all or nothing. */
import type { UserId, VisitId } from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import { type LineItem, priceOf } from '#domain/pricing/lines.ts'
import { crewPayFor } from '#domain/pricing/split.ts'
import { isAlreadyDone } from '#domain/refusals.ts'
import { DEFAULT_SETTINGS } from '#domain/settings.ts'
import type { Instant } from '#domain/time.ts'
import { type Completion, decideCompletion } from '#domain/visits/completion.ts'
import type { Transitioned } from '#domain/visits/lifecycle.ts'
import type { App, Db } from '../app.ts'
import { inTransaction, toJson, toTimestamp } from '../db/client.ts'
import { Refused, unlessRefused } from '../http/errors.ts'
import { bookCompletedVisit } from '../ledger/actions.ts'
import { countPhotos } from '../photos/queries.ts'
import { couponCreditLeft, pricingSettings, readPriceBook } from '../prices/queries.ts'
import { linesOfVisit } from '../prices/visit-lines.ts'
import type { CrewScope } from '../users/scope.ts'
import { actorOf, type LoadedVisit, lockVisits, saveSteps } from '../visits/transition.ts'
import { type CrewVisitRow, findCrewVisit } from './queries.ts'
import { impliedConfirmation } from './steps.ts'
import { tellCustomer } from './tell-customer.ts'

export type CompletionReport = {
  readonly visitId: VisitId
  readonly lat?: number | undefined
  readonly lng?: number | undefined
  /** Metres, as the phone says. */
  readonly accuracy?: number | undefined
  /** When the crew pressed done, by the phone's clock. */
  readonly completedAt?: Instant | undefined
  readonly note?: string | undefined
}

export type CompletedVisitAnswer = {
  readonly visitId: VisitId
  readonly state: 'completed'
  readonly completedAt: Instant
  readonly distanceFeet: number | null
  readonly isFlagged: boolean
  readonly payCents: Cents
}

/** Sent twice, or twice at once, it counts once and answers the same. */
export async function completeVisit(
  app: App,
  scope: CrewScope,
  report: CompletionReport,
): Promise<CompletedVisitAnswer> {
  const now = app.ports.clock.now()
  return inTransaction(
    app.db,
    async (db) => {
      const [locked] = await lockVisits(db, [report.visitId])
      const row = await findCrewVisit(db, scope, report.visitId)
      if (locked === undefined || row === undefined) throw new Refused('not_found')
      if (locked.state === 'completed') return storedAnswer(row)
      const visit = await confirmFirst(db, scope, locked, now)
      const step = unlessRefused(
        decideCompletion({
          visit,
          place: row,
          requiredPhotoCount: row.photos_required,
          report: {
            photoCount: await countPhotos(db, visit.id),
            location: report.lat === undefined ? null : { lat: report.lat, lng: report.lng! },
            doneAt: report.completedAt ?? null,
          },
          actor: actorOf(scope, now),
          now,
          settings: DEFAULT_SETTINGS,
        }),
      )
      if (isAlreadyDone(step)) return storedAnswer(row)
      return save(db, { app, scope, visit, row, step, report, now })
    },
    { isolation: 'read committed' },
  )
}

async function confirmFirst(
  db: Db,
  scope: CrewScope,
  visit: LoadedVisit,
  now: Instant,
): Promise<LoadedVisit> {
  const confirmation = impliedConfirmation(visit, actorOf(scope, now), now)
  if (confirmation === null) return visit
  const step = unlessRefused(confirmation)
  await saveSteps(db, [{ visit, step }])
  return { ...visit, state: step.changes.state }
}

type Saving = {
  readonly app: App
  readonly scope: CrewScope
  readonly visit: LoadedVisit
  readonly row: CrewVisitRow
  readonly step: Transitioned & { readonly completion: Completion }
  readonly report: CompletionReport
  readonly now: Instant
}

async function save(db: Db, saving: Saving): Promise<CompletedVisitAnswer> {
  const { app, scope, visit, row, step, report, now } = saving
  const { completion } = step
  const lines = await frozenLines(db, row, now)
  const payCents = crewPayFor(lines, DEFAULT_SETTINGS)
  const isFlagged = completion.reviewReasons.length > 0
  const distanceFeet = completion.distanceFeet === null ? null : Math.round(completion.distanceFeet)
  await saveSteps(db, [{ visit, step }], {
    columns: {
      completed_at: toTimestamp(completion.completedAt),
      completed_lat: completion.location?.lat ?? null,
      completed_lng: completion.location?.lng ?? null,
      completed_distance_feet: distanceFeet,
      is_flagged: isFlagged,
      price_lines: toJson(lines),
      price_cents: priceOf(lines),
      crew_pay_cents: payCents,
    },
    detail: {
      distanceFeet,
      reviewReasons: completion.reviewReasons,
      ...(report.accuracy === undefined ? {} : { accuracyMeters: report.accuracy }),
      ...(report.note ? { note: report.note } : {}),
    },
  })
  const { completedAt } = completion
  const customerId = row.customer_id as UserId
  await bookCompletedVisit(db, { visitId: visit.id, customerId, crewId: scope.userId, lines, completedAt })
  await tellCustomer(db, { app, visitId: visit.id, customerId, row, crewName: scope.name, now })
  return { visitId: visit.id, state: 'completed', completedAt, distanceFeet, isFlagged, payCents }
}

/**
 * The price in force on the visit's day, less what is left of the customer's coupon. The customer's row is locked
 * while a coupon is used, so that two visits completed at once cannot both have its last cents. A visit that was
 * reopened keeps the price that was frozen the first time.
 */
async function frozenLines(db: Db, row: CrewVisitRow, now: Instant): Promise<LineItem[]> {
  if (row.price_lines !== null) return row.price_lines as LineItem[]
  const customer = await db
    .selectFrom('users')
    .where('id', '=', row.customer_id)
    .select(['coupon_code', 'market_id'])
    .executeTakeFirstOrThrow()
  const place = { propertyIds: [row.property_id], groupIds: [row.group_id] }
  const [book, settings] = [await readPriceBook(db, place), await pricingSettings(db, customer.market_id)]
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
    customer.coupon_code === null ? undefined : await lockedCredit(db, row.customer_id, now),
  )
  if (lines === null) throw new Refused('no_price')
  return lines
}

async function lockedCredit(db: Db, customerId: string, now: Instant): Promise<Cents> {
  await db.selectFrom('users').where('id', '=', customerId).select('id').forNoKeyUpdate().execute()
  return couponCreditLeft(db, customerId, now)
}

function storedAnswer(row: CrewVisitRow): CompletedVisitAnswer {
  return {
    visitId: row.id as VisitId,
    state: 'completed',
    completedAt: row.completed_at!,
    distanceFeet: row.completed_distance_feet,
    isFlagged: row.is_flagged,
    payCents: cents(row.crew_pay_cents!),
  }
}
