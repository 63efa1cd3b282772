import { sql } from 'kysely'
import type { PushedDayId, VisitId } from '#domain/ids.ts'
import { crewStoodBy } from '#domain/ledger/postings.ts'
import { cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { postJournals } from '../ledger/journal-queries.ts'
import { loadPushedDay } from './pushed-day-rows.ts'

type Owed = { visit_id: VisitId; was_crew_id: string; standby_cents: number }

/** Once a pushed day can no longer be undone. The journal's key pays each visit once. */
export async function payStandby(app: App, db: Db, pushedDayId: PushedDayId): Promise<void> {
  const now = app.ports.clock.now()
  const day = await loadPushedDay(db, pushedDayId)
  if (day.state !== 'done') return
  const { rows } = await sql<Owed>`
    select visit_id, was_crew_id, standby_cents from pushed_day_visit
    where pushed_day_id = ${pushedDayId} and standby_cents is not null and not exists (
      select from ledger_journal
      where key = 'pushed-day:' || pushed_day_id || ':standby:' || pushed_day_visit.visit_id
    )
    order by visit_id
  `.execute(db)
  if (rows.length === 0) return
  await postJournals(
    db,
    rows.map((row) => ({
      ...crewStoodBy({
        pushedDayId,
        visitId: row.visit_id,
        crewId: row.was_crew_id,
        amountCents: cents(row.standby_cents),
      }),
      kind: 'standby',
      at: now,
      subjectId: row.visit_id,
    })),
  )
  await saveEarnings(db, rows, now)
}

/** The platform's own money: no customer's payment is waited for. */
async function saveEarnings(db: Db, rows: readonly Owed[], now: Instant): Promise<void> {
  await sql`
    insert into earning (crew_id, visit_id, kind, amount_cents, earned_at, available_at)
    select crew_id, visit_id, 'adjustment', amount_cents, ${toTimestamp(now)}, ${toTimestamp(now)}
    from unnest(
      ${rows.map((row) => row.was_crew_id)}::uuid[],
      ${rows.map((row) => row.visit_id)}::uuid[],
      ${rows.map((row) => row.standby_cents)}::bigint[]
    ) as owed (crew_id, visit_id, amount_cents)
  `.execute(db)
}
