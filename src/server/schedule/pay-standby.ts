import type { PushedDayId } from '#domain/ids.ts'
import { crewStoodBy } from '#domain/ledger/postings.ts'
import { cents } from '#domain/money.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { postJournals } from '../ledger/journal-queries.ts'
import { findOwedStandby, lockPushedDay, saveEarnings } from './pushed-day-queries.ts'

/** Once a pushed day can no longer be undone. The journal's key pays each visit once. */
export async function payStandby(app: App, db: Db, pushedDayId: PushedDayId): Promise<void> {
  const now = app.ports.clock.now()
  const day = await lockPushedDay(db, pushedDayId)
  if (day.state !== 'done') return
  const rows = await findOwedStandby(db, pushedDayId)
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
