/** What customers hear of a day that is late, or no longer is: once for each time that they are given. */
import { type Instant, MINUTE_MS } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { notifyAll } from '../notices/notify.ts'
import type { CrewScope } from '../scope.ts'
import { lateTexts, onTimeTexts } from '../today/act-texts.ts'
import { clearLateNotified, insertTimelineEvents, markLateNotified } from '../today/queries.ts'
import type { SettledTime } from './settle-times.ts'

/** A time that differs by less is the same to whoever waits. */
const SAME_TIME_MS = 10 * MINUTE_MS

type Said = { readonly now: Instant; readonly minutes?: number }

/** Answers how many are notified. */
export async function notifyOfTimes(
  db: Db,
  scope: CrewScope,
  stops: readonly SettledTime[],
  { now, minutes }: Said,
): Promise<number> {
  const news = stops.filter(isNews)
  await insertTimelineEvents(
    db,
    (minutes === undefined ? news : stops).map(({ visitId, expectedAt, isLate, facts }) => ({
      visitId,
      state: facts.state,
      what: isLate ? ('running_late' as const) : ('on_time_again' as const),
      by: { kind: 'crew' as const, id: scope.userId },
      at: now,
      detail: { expectedAt, ...(minutes === undefined ? {} : { minutes }) },
    })),
  )
  for (const { visitId, isLate } of news) if (isLate) await markLateNotified(db, visitId, now)
  await clearLateNotified(
    db,
    news.filter(({ isLate }) => !isLate).map(({ visitId }) => visitId),
  )
  await notifyAll(
    db,
    news.map(({ visitId, expectedAt, isLate, facts }) => ({
      to: facts.customer_id,
      event: 'running_late' as const,
      key: `running-late:${visitId}:${isLate ? expectedAt : `on-time:${now}`}`,
      texts: (isLate ? lateTexts : onTimeTexts)(facts, expectedAt),
      url: `/visit/${visitId}`,
      now,
      visitId,
    })),
  )
  return news.length
}

/** Late for the first time, late at another time than was said, or late no more. */
function isNews({ isLate, isNotified, expectedAt, facts }: SettledTime): boolean {
  if (!isLate || !isNotified || facts.expected_at === null) return isLate !== isNotified
  return Math.abs(expectedAt - facts.expected_at) >= SAME_TIME_MS
}
