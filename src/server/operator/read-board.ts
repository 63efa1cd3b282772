import { addDays, dateAt, type Instant, mondayOf } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { countInMarkets } from '../queues/read-counts.ts'
import type { OperatorScope } from '../scope.ts'
import { countVisitsByState, readBoardNumbers } from './queries.ts'

/** What waits is counted by the queues alone, so that a count and its list say the same. */
export async function readBoard(db: Db, scope: OperatorScope, now: Instant) {
  const today = dateAt(now, scope.timeZone)
  const monday = mondayOf(today)
  const sunday = addDays(monday, 6)
  const [visitsToday, visitsThisWeek, numbers, { counts: waiting, markets }] = await Promise.all([
    countVisitsByState(db, scope, { from: today, to: today }),
    countVisitsByState(db, scope, { from: monday, to: sunday }),
    readBoardNumbers(db, scope),
    countInMarkets(db, scope, now),
  ])
  return { today, visitsToday, visitsThisWeek, ...numbers, waiting, markets }
}
