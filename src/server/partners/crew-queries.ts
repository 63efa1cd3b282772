/** Which crews of a market a partner may mean. */
import type { UserId } from '#domain/ids.ts'
import type { PartnerIdentity } from '#domain/partners/lines.ts'
import type { KnownCrews } from '#domain/partners/matching.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { OperatorScope } from '../scope.ts'

export async function findKnownCrews(
  db: Db,
  scope: OperatorScope,
  lines: readonly (PartnerIdentity & { readonly crewRef: string })[],
): Promise<KnownCrews & { readonly names: ReadonlyMap<UserId, string> }> {
  const crewRefs = [...new Set(lines.map((line) => line.crewRef))]
  const emails = [...new Set(lines.flatMap(({ email }) => email ?? []))]
  const phones = [...new Set(lines.flatMap(({ phone }) => phone ?? []))]
  const chosen = await db
    .selectFrom('partner_crew')
    .innerJoin('users', 'users.id', 'partner_crew.crew_id')
    .where('partner_crew.market_id', '=', scope.marketId)
    .where('crew_ref', 'in', ['', ...crewRefs])
    .select(['crew_ref', 'crew_id', 'users.name'])
    .execute()
  const reached = await db
    .selectFrom('users')
    .innerJoin('crew_profile', 'crew_profile.user_id', 'users.id')
    .where('users.market_id', '=', scope.marketId)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('users.holds_email', '=', true),
          eb(eb.fn<string>('lower', ['users.email']), 'in', ['', ...emails]),
        ]),
        eb('users.phone', 'in', ['', ...phones]),
      ]),
    )
    .select(['users.id', 'users.name', 'users.email', 'users.phone', 'users.holds_email'])
    .execute()
  const withPhone = Map.groupBy(reached, ({ phone }) => phone ?? '')
  return {
    chosen: new Map(chosen.map((row) => [row.crew_ref, row.crew_id])),
    byEmail: new Map(
      reached.flatMap((row) => (row.holds_email ? [[row.email.toLowerCase(), row.id] as const] : [])),
    ),
    byPhone: new Map([...withPhone].map(([phone, rows]) => [phone, rows.map(({ id }) => id)])),
    names: new Map([
      ...chosen.map((row) => [row.crew_id, row.name] as const),
      ...reached.map((row) => [row.id, row.name] as const),
    ]),
  }
}

export async function isCrewOfMarket(db: Db, scope: OperatorScope, crewId: UserId): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .innerJoin('crew_profile', 'crew_profile.user_id', 'users.id')
    .where('users.id', '=', crewId)
    .where('users.market_id', '=', scope.marketId)
    .where('crew_profile.merged_at', 'is', null)
    .select('users.id')
    .executeTakeFirst()
  return row !== undefined
}

export async function saveChoice(
  db: Db,
  scope: OperatorScope,
  { crewRef, crewId, now }: { readonly crewRef: string; readonly crewId: UserId; readonly now: Instant },
): Promise<void> {
  const choice = { crew_id: crewId, chosen_at: toTimestamp(now) }
  await db
    .insertInto('partner_crew')
    .values({ market_id: scope.marketId, crew_ref: crewRef, ...choice })
    .onConflict((conflict) => conflict.columns(['market_id', 'partner', 'crew_ref']).doUpdateSet(choice))
    .execute()
}

/** In the order in which payouts take them, too, so that none of the earnings goes out meanwhile. */
export async function lockCrews(db: Db, crewIds: readonly UserId[]): Promise<void> {
  await db
    .selectFrom('crew_profile')
    .where('user_id', 'in', [...crewIds])
    .orderBy('user_id')
    .forUpdate()
    .select('user_id')
    .execute()
}
