/** What a completion writes: the visit with its frozen price and pay, the books, the mail to the customer. */
import type { Undone } from '#domain/checklists/progress.ts'
import type { UserId, VisitId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import { priceOf } from '#domain/pricing/lines.ts'
import { crewPayFor } from '#domain/pricing/split.ts'
import { settingsOn } from '#domain/settings/book.ts'
import type { Instant } from '#domain/time.ts'
import type { Completion } from '#domain/visits/completion.ts'
import type { Transitioned } from '#domain/visits/lifecycle.ts'
import type { App } from '../app.ts'
import type { SeenList } from '../checklists/read-lists.ts'
import { findLockedGift } from '../coupons/find-gift.ts'
import { type Db, toJson, toTimestamp } from '../db/client.ts'
import { bookCompletedVisit } from '../ledger/book-completed-visit.ts'
import { Refused } from '../refused.ts'
import { settingsTimeline } from '../settings/read-settings.ts'
import type { LoadedVisit } from '../visits/fact-queries.ts'
import { saveSteps } from '../visits/save-steps.ts'
import { notifyCustomer } from './notify-customer.ts'
import { priceVisit } from './price-visit.ts'
import type { CrewVisitRow } from './queries.ts'

export type CompletionReport = {
  readonly visitId: VisitId
  readonly lat?: number | undefined
  readonly lng?: number | undefined
  /** Metres, as the phone measured. */
  readonly accuracy?: number | undefined
  /** When the crew pressed done, by the phone's clock. */
  readonly completedAt?: Instant | undefined
  readonly note?: string | undefined
  /** Why items of the list were left undone. */
  readonly undone?: readonly Undone[] | undefined
  readonly seenList?: SeenList | undefined
}

export type CompletedVisitAnswer = {
  readonly visitId: VisitId
  readonly state: 'completed'
  readonly completedAt: Instant
  readonly distanceFeet: number | null
  readonly isFlagged: boolean
  readonly payCents: Cents
}

type Saving = {
  readonly app: App
  readonly crew: { readonly userId: UserId; readonly name: string }
  readonly visit: LoadedVisit
  readonly row: CrewVisitRow
  readonly step: Transitioned & { readonly completion: Completion }
  readonly report: CompletionReport
  readonly now: Instant
}

/** The visit's row, its timeline, the books and the mail, in the caller's transaction. */
export async function saveCompletion(db: Db, saving: Saving): Promise<CompletedVisitAnswer> {
  const { app, crew, visit, row, step, report, now } = saving
  const { completion } = step
  const { completedAt } = completion
  const lines = await priceVisit(db, row, now, findLockedGift)
  if (lines === null) throw new Refused('no_price')
  const terms = settingsOn(await settingsTimeline(db, visit.marketId), row.date, row.time_zone)
  const payCents = crewPayFor(lines, terms)
  const isFlagged = completion.reviewReasons.length > 0
  const distanceFeet = completion.distanceFeet === null ? null : Math.round(completion.distanceFeet)
  await saveSteps(app, db, [{ visit, step }], {
    columns: {
      completed_at: toTimestamp(completedAt),
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
      ...(report.completedAt === undefined ? {} : { happenedAt: new Date(completedAt).toISOString() }),
    },
  })
  const customerId = row.customer_id
  await bookCompletedVisit(db, {
    visitId: visit.id,
    customerId,
    crewId: crew.userId,
    lines,
    completedAt,
    settings: terms,
  })
  await notifyCustomer(db, { visitId: visit.id, customerId, row, crewName: crew.name, now })
  return { visitId: visit.id, state: 'completed', completedAt, distanceFeet, isFlagged, payCents }
}
