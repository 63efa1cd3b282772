/** The work once more, at no cost to the customer: a visit of its own, so that what was done stays as it was. */

import type { UserId, VisitId } from '#domain/ids.ts'
import { cents, ZERO_CENTS } from '#domain/money.ts'
import type { LineItem } from '#domain/pricing/lines.ts'
import { visitWindow } from '#domain/schedule/recurrence.ts'
import { dateAt, HOUR_MS, type Instant, type LocalDate, timeAt } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { beginOffering } from '../offers/offer-visits.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { actorOf, applyOneTransition } from '../visits/apply-transition.ts'
import { findVisitToRedo, insertRedoVisit } from './visit-queries.ts'

export type Redo = {
  readonly visitId: VisitId
  readonly date: LocalDate
  /** Null: it is offered to others. */
  readonly crewId: UserId | null
  readonly isCrewPaid: boolean
  readonly now: Instant
}

const WHOLE_DAY_HOURS = 23

/** The same hours of the day as the first time. */
export async function bookRedo(app: App, db: Db, scope: OperatorScope, redo: Redo): Promise<VisitId> {
  const { now } = redo
  const first = await findVisitToRedo(db, redo.visitId)
  const zone = first.time_zone
  if (redo.date < dateAt(now, zone))
    throw new Refused('bad_input', { faults: { date: 'chooseDayFromTodayOn' } })
  const isAnytime = first.ends_at - first.starts_at >= WHOLE_DAY_HOURS * HOUR_MS
  const [from, until] = isAnytime
    ? [null, null]
    : [timeAt(first.starts_at, zone), timeAt(first.ends_at, zone)]
  const { startsAt, endsAt } = visitWindow(redo.date, from, until, zone)
  if (endsAt <= now) throw new Refused('too_late', { at: 'date' })
  const payCents = redo.isCrewPaid ? cents(first.crew_pay_cents ?? 0) : ZERO_CENTS
  // The customer pays nothing; what the crew earns is the platform's alone.
  const lines: LineItem[] = [
    { kind: 'service', amountCents: ZERO_CENTS },
    { kind: 'offer_raise', amountCents: payCents },
  ]
  const visitId = await insertRedoVisit(db, { first, date: redo.date, startsAt, endsAt, lines, now })
  if (redo.crewId === null) await beginOffering(db, [{ visitId, leftByCrewId: first.crew_id }], now)
  else
    await applyOneTransition(db, {
      app,
      transition: 'assign',
      actor: actorOf(scope, now),
      now,
      visitId,
      assigneeId: redo.crewId,
      detail: { reason: 'redo', redoOf: redo.visitId },
    })
  return visitId
}
