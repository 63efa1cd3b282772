/** What an operator may do in another city than the one on the desk, and in all of them at once. */
import type { UserId } from '#domain/ids.ts'
import { type Capability, mayDo, type StaffRole } from '#domain/staff/roles.ts'
import { type Db } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'

/** Null where it has no role there, and where there is no such city. */
export async function roleIn(db: Db, { userId }: OperatorScope, marketId: string): Promise<StaffRole | null> {
  const row = await db
    .selectFrom('users')
    .innerJoin('market', (join) => join.on('market.id', '=', marketId))
    .leftJoin('operator_market', (join) =>
      join
        .onRef('operator_market.user_id', '=', 'users.id')
        .onRef('operator_market.market_id', '=', 'market.id'),
    )
    .where('users.id', '=', userId)
    .where('users.type', '=', 'Operator')
    .select((eb) => eb.fn.coalesce('users.staff_role', 'operator_market.role').as('role'))
    .executeTakeFirst()
  return row?.role ?? null
}

/** Throws where what holds in every city is for somebody whose role does, too. */
export async function checkEveryCity(
  db: Db,
  { userId }: OperatorScope,
  capability: Capability,
): Promise<void> {
  if (!(await mayInEveryCity(db, userId, capability))) throw new Refused('every_city_needed')
}

/** Whether its role holds in every city, those that come included. */
export async function mayInEveryCity(db: Db, userId: UserId, capability: Capability): Promise<boolean> {
  const row = await db.selectFrom('users').where('id', '=', userId).select('staff_role').executeTakeFirst()
  return mayDo(row?.staff_role ?? null, capability)
}
