/** One notice a person for a pushed day, however many visits it has, a page of people at a time. */

import type { PushedDayId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { type Notice, notifyAll } from '../notices/notify.ts'
import { enqueue } from '../tasks/queue.ts'
import { findNextPeople, lockPushedDay, PEOPLE_AT_ONCE } from './pushed-day-queries.ts'
import { pushedTexts, undoneTexts } from './texts.ts'

type What = 'pushed' | 'undone'

export async function notifyOfPush(
  app: App,
  db: Db,
  { pushedDayId, what, after }: { pushedDayId: PushedDayId; what: What; after: string | null },
): Promise<void> {
  const now = app.ports.clock.now()
  const day = await lockPushedDay(db, pushedDayId)
  // Undone before everybody was notified: the second notice says how it is.
  if (what === 'pushed' && day.state !== 'done') return
  const people = await findNextPeople(db, pushedDayId, after)
  await notifyAll(
    db,
    people.map(
      (person): Notice => ({
        to: person.user_id,
        event: 'day_moved',
        key: `day-${what}:${pushedDayId}`,
        texts: what === 'pushed' ? pushedTexts(day, person) : undoneTexts(day),
        url: person.is_crew ? '/' : '/jobs',
        now,
      }),
    ),
  )
  if (people.length === PEOPLE_AT_ONCE)
    await enqueue(db, 'notify_of_pushed_day', { pushedDayId, what, after: people.at(-1)!.user_id }, { now })
}
