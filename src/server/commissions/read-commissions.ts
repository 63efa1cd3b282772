/** What a sponsor sees: whom it brought, and what it earned by them. */
import { firstName } from '#domain/accounts/first-name.ts'
import { cents } from '#domain/money.ts'
import type { Db } from '../db/client.ts'
import type { UserScope } from '../scope.ts'
import { findBrought, listCommissions, referralCodeOf, sumCommissions } from './queries.ts'

export async function readCommissions(
  db: Db,
  scope: UserScope,
  { cursor, limit, origin }: { cursor?: string | undefined; limit: number; origin: string },
) {
  const code = await referralCodeOf(db, scope)
  const page = await listCommissions(db, scope, cursor, limit)
  return {
    code,
    link: `${origin}/get-started?sponsor=${code}`,
    ...(await sumCommissions(db, scope)),
    ...(await findBrought(db, scope)),
    commissions: page.rows.map(toCommission),
    nextCursor: page.nextCursor,
  }
}

function toCommission(row: Awaited<ReturnType<typeof listCommissions>>['rows'][number]) {
  const isReversed = row.reversed_cents === row.amount_cents
  const state = row.released_at === null ? ('pending' as const) : ('available' as const)
  return {
    id: row.id,
    firstName: firstName(row.name),
    kind: row.kind,
    amountCents: cents(row.amount_cents),
    reversedCents: cents(row.reversed_cents),
    state: isReversed ? ('reversed' as const) : state,
    earnedAt: row.earned_at,
    availableAt: row.available_at,
  }
}
