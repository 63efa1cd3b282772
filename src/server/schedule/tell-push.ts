/** One notice a person for a pushed day, however many visits it has, a page of people at a time. */
import { sql } from 'kysely'
import type { PushedDayId, UserId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { type Notice, notifyAll } from '../notices/notify.ts'
import { enqueue } from '../tasks/queue.ts'
import { pushedWords, undoneWords } from './push-words.ts'
import { loadPushedDay } from './pushed-day-rows.ts'

const PEOPLE_AT_ONCE = 400

type Person = { user_id: UserId; is_crew: boolean; moved: number; skipped: number }
type What = 'pushed' | 'undone'

export async function tellPush(
  app: App,
  db: Db,
  { pushedDayId, what, after }: { pushedDayId: PushedDayId; what: What; after: string | null },
): Promise<void> {
  const now = app.ports.clock.now()
  const day = await loadPushedDay(db, pushedDayId)
  // Undone before everybody heard of it: the second notice says how it is.
  if (what === 'pushed' && day.state !== 'done') return
  const people = await nextPeople(db, pushedDayId, after)
  await notifyAll(
    db,
    people.map(
      (person): Notice => ({
        to: person.user_id,
        event: 'day_moved',
        key: `day-${what}:${pushedDayId}`,
        words: what === 'pushed' ? pushedWords(day, person) : undoneWords(day),
        url: person.is_crew ? '/' : '/jobs',
        now,
      }),
    ),
  )
  if (people.length === PEOPLE_AT_ONCE)
    await enqueue(db, 'tell_pushed_day', { pushedDayId, what, after: people.at(-1)!.user_id }, { now })
}

async function nextPeople(db: Db, pushedDayId: PushedDayId, after: string | null): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select user_id, bool_or(is_crew) as is_crew,
      count(*) filter (where outcome = 'moved')::integer as moved,
      count(*) filter (where outcome = 'skipped')::integer as skipped
    from (
      select visit.customer_id as user_id, false as is_crew, pushed.outcome from pushed_day_visit pushed
      join visit on visit.id = pushed.visit_id where pushed.pushed_day_id = ${pushedDayId}
      union all
      select was_crew_id, true, outcome from pushed_day_visit
      where pushed_day_id = ${pushedDayId} and was_crew_id is not null
    ) as concerned
    where ${after}::uuid is null or user_id > ${after}::uuid
    group by user_id order by user_id limit ${PEOPLE_AT_ONCE}
  `.execute(db)
  return rows
}
