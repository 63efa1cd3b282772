import { sql } from 'kysely'
import type { StaffRole } from '#domain/staff/roles.ts'
import type { Db } from '../db/client.ts'
import type { OperatorScope } from '../scope.ts'
import { type Period, SUMS, type Sums } from './number-queries.ts'

const MOST_CITIES = 200

/** Where the operator has a role, by name, with that role. */
export async function listCityRoles(db: Db, { userId }: OperatorScope) {
  const { rows } = await sql<{ id: string; name: string; role: StaffRole }>`
    select market.id, market.name, coalesce(users.staff_role, held.role) as role
    from users
    cross join market
    left join operator_market held on held.user_id = users.id and held.market_id = market.id
    where users.id = ${userId} and coalesce(users.staff_role, held.role) is not null
    order by market.name, market.id limit ${MOST_CITIES}
  `.execute(db)
  return rows
}

/** Of cities where nothing was summed up in the period there is no row. */
export async function sumByCity(db: Db, marketIds: readonly string[], { from, to, serviceKey }: Period) {
  const { rows } = await sql<Sums & { market_id: string }>`
    select market_id, ${SUMS} from daily_number
    where market_id = any(${marketIds}::text[]) and date between ${from} and ${to}
      ${serviceKey === undefined ? sql`` : sql`and service_key = ${serviceKey}`}
    group by market_id
  `.execute(db)
  return new Map(rows.map((row) => [row.market_id, row]))
}
