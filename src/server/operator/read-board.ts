import { addDays, dateAt, type Instant, mondayOf } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { countOpenDisputes } from '../disputes/queries.ts'
import { countWaiting } from '../late-completions/queries.ts'
import { countQueues } from '../queues/queue-queries.ts'
import type { OperatorScope } from '../scope.ts'
import { countVisitsByState, readBoardNumbers } from './queries.ts'

export async function readBoard(db: Db, scope: OperatorScope, now: Instant) {
  const today = dateAt(now, scope.timeZone)
  const monday = mondayOf(today)
  const sunday = addDays(monday, 6)
  const [visitsToday, visitsThisWeek, numbers, openDisputes, waitingLateCompletions, waiting] =
    await Promise.all([
      countVisitsByState(db, scope, { from: today, to: today }),
      countVisitsByState(db, scope, { from: monday, to: sunday }),
      readBoardNumbers(db, scope),
      countOpenDisputes(db, scope),
      countWaiting(db, scope),
      countQueues(db, scope, now),
    ])
  return { today, visitsToday, visitsThisWeek, ...numbers, openDisputes, waitingLateCompletions, waiting }
}
