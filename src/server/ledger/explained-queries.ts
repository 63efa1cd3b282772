/** What operators have explained is no alarm, here as little as at night. */
import type { Check, Difference } from '#domain/ledger/reconcile-report.ts'
import type { Db } from '../db/client.ts'

/** One that has changed since is a difference again. */
export async function withoutExplained(db: Db, checks: readonly Check[]): Promise<Check[]> {
  const subjects = checks.flatMap(({ differences }) => differences.map(({ subject }) => subject))
  if (subjects.length === 0) return [...checks]
  const rows = await db
    .selectFrom('reconcile_difference')
    .where('state', '=', 'explained')
    .where('subject', 'in', subjects)
    .select(['check_name', 'subject', 'ours_cents', 'theirs_cents'])
    .execute()
  const known = new Set(
    rows.map((row) => keyOf(row.check_name, row.subject, [row.ours_cents, row.theirs_cents])),
  )
  return checks.map((check) => {
    const isExplained = ({ subject, ours, theirs }: Difference) =>
      known.has(keyOf(check.name, subject, [ours, theirs]))
    return {
      ...check,
      differences: check.differences.filter((each) => !isExplained(each)),
      explained: check.differences.filter(isExplained),
    }
  })
}

function keyOf(check: string, subject: string, sides: readonly (number | null)[]): string {
  return JSON.stringify([check, subject, ...sides])
}
