/** Why a visit is, and why on this day: the booking or change that set the rule, and each exception on top (list #24). */
import { type PushedDayId, toId, type VisitId } from '#domain/ids.ts'
import { occurrenceOf } from '#domain/schedule/moves.ts'
import { type Rhythm, rhythmOf } from '#domain/schedule/rhythm.ts'
import type { Instant, LocalDate, Weekday } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { UserScope } from '../scope.ts'
import { type HolidayName, readHolidayNames } from './holiday-queries.ts'
import {
  findMove,
  findPickupDay,
  findPushedDay,
  findSkip,
  findVisit,
  listEarlierTerms,
} from './visit-reason-queries.ts'

type Kind =
  | 'rule'
  | 'one_off'
  | 'changed'
  | 'holiday'
  | 'pushed'
  | 'customer_move'
  | 'customer_terms'
  | 'skipped_by_customer'
  | 'skipped_for_payment'
  | 'skipped_by_rule'
  | 'skipped_for_pushed_day'
  | 'skipped_for_holiday'
  | 'skipped_since_vacant'
  | 'extra_after_stay'
  | 'after_check_out'

export type VisitReason = {
  readonly kind: Kind
  readonly from: LocalDate | null
  readonly to: LocalDate | null
  readonly weekdays: Weekday[]
  readonly rhythm: Rhythm | null
  readonly at: Instant | null
  readonly nameEn: string | null
  readonly nameEs: string | null
  readonly note: string
  readonly nights: number | null
  readonly guests: number | null
}

/** A skip for a pushed day is described by that day where it is still known. */
const KIND_OF_SKIP = {
  customer: 'skipped_by_customer',
  dunning: 'skipped_for_payment',
  holiday: 'skipped_for_holiday',
  pushed: 'skipped_for_pushed_day',
  vacant: 'skipped_since_vacant',
} as const

const PLAIN = {
  from: null,
  to: null,
  weekdays: [],
  rhythm: null,
  at: null,
  nameEn: null,
  nameEs: null,
  note: '',
  nights: null,
  guests: null,
}

export async function readVisitReasons(app: App, scope: UserScope, visitId: VisitId) {
  const visit = await findVisit(app.db, scope, visitId)
  if (visit === undefined) throw new Refused('not_found')
  const { date, time_zone: timeZone } = visit
  if (visit.weekly_job_id === null)
    return { date, timeZone, reasons: [{ ...PLAIN, kind: 'one_off' as const, at: visit.created_at }] }
  const { db } = app
  const stay = await stayOf(db, visit)
  const reasons = [
    stay?.kind === 'extra_after_stay' ? null : await ruleOf(db, visit),
    stay,
    await moveOf(db, visit),
    await skipOf(db, visit),
  ]
  return { date, timeZone, reasons: reasons.filter((reason) => reason !== null) }
}

type VisitRow = NonNullable<Awaited<ReturnType<typeof findVisit>>>

function dateOfRule(visit: VisitRow): LocalDate {
  return occurrenceOf({ date: visit.date, movedFrom: visit.moved_from })
}

/** The terms that held on the rule's date: as booked, or as changed from a day on. */
async function ruleOf(db: Db, visit: VisitRow): Promise<VisitReason> {
  const date = dateOfRule(visit)
  const earlier = await listEarlierTerms(db, visit.weekly_job_id!)
  const terms = earlier.find((each) => each.until_date >= date)
  const before = earlier.filter((each) => each.until_date < date).at(-1)
  const weekdays = terms?.weekdays ?? visit.weekdays ?? []
  const rhythm = rhythmOf(terms ?? visit)
  if (before === undefined)
    return { ...PLAIN, kind: 'rule', weekdays, rhythm, from: visit.starts_on, at: visit.booked_at }
  return { ...PLAIN, kind: 'changed', weekdays, rhythm, from: before.until_date, at: null }
}

/** An extra visit has no rule, and one after a check-out begins later than its own. */
async function stayOf(db: Db, visit: VisitRow): Promise<VisitReason | null> {
  const day = await findPickupDay(db, visit.weekly_job_id!, dateOfRule(visit))
  if (day === undefined) return null
  const { nights, guests } = day
  if (nights !== null) return { ...PLAIN, kind: 'extra_after_stay', nights, guests }
  return day.not_before === null || visit.state === 'skipped' ? null : { ...PLAIN, kind: 'after_check_out' }
}

async function moveOf(db: Db, visit: VisitRow): Promise<VisitReason | null> {
  if (visit.moved_by === null) return null
  const days = { from: visit.moved_from, to: visit.date }
  if (visit.moved_by === 'holiday') {
    const name = await nameOf(db, visit)
    return { ...PLAIN, kind: 'holiday', ...days, nameEn: name?.en ?? null, nameEs: name?.es ?? null }
  }
  if (visit.moved_by === 'pushed' && visit.moved_source !== null)
    return pushedReason(db, toId(visit.moved_source), 'pushed', days)
  const move = await findMove(db, visit.weekly_job_id!, dateOfRule(visit))
  const kind = visit.moved_from === null ? 'customer_terms' : 'customer_move'
  return { ...PLAIN, kind, ...days, at: move?.created_at ?? null }
}

async function skipOf(db: Db, visit: VisitRow): Promise<VisitReason | null> {
  if (visit.state !== 'skipped') return null
  const skip = await findSkip(db, visit.weekly_job_id!, dateOfRule(visit))
  if (skip === undefined) return { ...PLAIN, kind: 'skipped_by_rule' }
  if (skip.pushed_day_id !== null)
    return pushedReason(db, skip.pushed_day_id, 'skipped_for_pushed_day', { from: visit.date, to: null })
  const kind = KIND_OF_SKIP[skip.reason]
  return { ...PLAIN, kind, at: skip.created_at }
}

async function pushedReason(
  db: Db,
  pushedDayId: PushedDayId,
  kind: 'pushed' | 'skipped_for_pushed_day',
  days: { from: LocalDate | null; to: LocalDate | null },
): Promise<VisitReason> {
  const day = await findPushedDay(db, pushedDayId)
  return {
    ...PLAIN,
    kind,
    ...days,
    at: day?.created_at ?? null,
    nameEn: day?.reason ?? null,
    nameEs: day?.reason ?? null,
    note: day?.note ?? '',
  }
}

async function nameOf(db: Db, visit: VisitRow): Promise<HolidayName | undefined> {
  return (await readHolidayNames(db, [visit.moved_source!])).get(visit.moved_source!)
}
