/** The operators and their roles. */
import { sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import type { StaffRoles } from '#domain/staff/staff-roles.ts'
import type { StaffRole } from '#domain/staff/roles.ts'
import type { Db } from '../db/client.ts'
import { pageOf, readPageMark } from '../page-mark.ts'

const PAGE = 50
const MOST_CITIES = 500

/** Roles are given and taken one after another, so that two owners who end each other leave one. */
export async function lockStaff(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('roles of the staff', 0))`.execute(db)
}

export async function readRoles(db: Db, userId: UserId): Promise<StaffRoles> {
  const [person, rows] = await Promise.all([
    db.selectFrom('users').where('id', '=', userId).select('staff_role').executeTakeFirst(),
    db.selectFrom('operator_market').where('user_id', '=', userId).select(['market_id', 'role']).execute(),
  ])
  const cities = Object.fromEntries(rows.map(({ market_id, role }) => [market_id, role]))
  return { everywhere: person?.staff_role ?? null, cities }
}

/** Whoever has no role on the desk any more gets a city on it where there is one. */
export async function saveRoles(db: Db, userId: UserId, { everywhere, cities }: StaffRoles): Promise<void> {
  await db.updateTable('users').set({ staff_role: everywhere }).where('id', '=', userId).execute()
  await db.deleteFrom('operator_market').where('user_id', '=', userId).execute()
  const rows = Object.entries(cities).map(([market_id, role]) => ({ user_id: userId, market_id, role }))
  if (rows.length === 0) return
  await db.insertInto('operator_market').values(rows).execute()
  await sql`
    update users set market_id = held.market_id
    from (select market_id from operator_market where user_id = ${userId} order by market_id limit 1) as held
    where users.id = ${userId} and users.market_id not in (
      select market_id from operator_market where user_id = ${userId}
    )
  `.execute(db)
}

/** By name, the cities that nobody owns. */
export async function citiesWithoutOwner(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from market
    where not exists (select from users where type = 'Operator' and staff_role = 'owner')
      and not exists (select from operator_market where market_id = market.id and role = 'owner')
    order by name limit ${MOST_CITIES}
  `.execute(db)
  return rows.map(({ name }) => name)
}

export function findStaff(db: Db, userId: UserId) {
  return db
    .selectFrom('users')
    .where('id', '=', userId)
    .where('type', '=', 'Operator')
    .select(['id', 'name', 'email', 'locale'])
    .executeTakeFirst()
}

export async function listCities(db: Db) {
  return db
    .selectFrom('market')
    .orderBy('name')
    .orderBy('id')
    .limit(MOST_CITIES)
    .select(['id', 'name'])
    .execute()
}

/** By name; of the cities that are named, those with a role in every one, and those with none any more. */
export async function listStaff(db: Db, cityIds: readonly string[], cursor: string | undefined) {
  const mark = readPageMark(cursor)
  const rows = await db
    .selectFrom('users')
    .where('users.type', '=', 'Operator')
    .where(
      sql<boolean>`(users.staff_role is not null
        or exists (select from operator_market held where held.user_id = users.id and held.market_id = any(${cityIds}::text[]))
        or not exists (select from operator_market held where held.user_id = users.id))`,
    )
    .$if(mark !== undefined, (query) =>
      query.where(sql<boolean>`(users.name, users.id) > (${mark?.value}, ${mark?.id}::uuid)`),
    )
    .orderBy('users.name')
    .orderBy('users.id')
    .limit(PAGE + 1)
    .select(['users.id', 'users.name', 'users.name as mark', 'users.email', 'users.staff_role'])
    .select([
      sql<boolean>`exists (select from passkey where passkey.user_id = users.id)`.as('has_passkey'),
      sql<boolean>`exists (select from second_factor where user_id = users.id and secret_sealed is not null)`.as(
        'has_app',
      ),
    ])
    .select((eb) =>
      eb
        .selectFrom('session')
        .whereRef('session.user_id', '=', 'users.id')
        .select((max) => max.fn.max('session.last_seen_at').as('seen'))
        .as('last_seen_at'),
    )
    .execute()
  return pageOf(rows, PAGE)
}

export type CityRole = {
  readonly userId: UserId
  readonly marketId: string
  readonly name: string
  readonly role: StaffRole
}

export async function listCityRoles(db: Db, userIds: readonly UserId[]): Promise<CityRole[]> {
  if (userIds.length === 0) return []
  const rows = await db
    .selectFrom('operator_market')
    .innerJoin('market', 'market.id', 'operator_market.market_id')
    .where('operator_market.user_id', 'in', userIds)
    .orderBy('market.name')
    .select(['operator_market.user_id', 'market.id', 'market.name', 'operator_market.role'])
    .execute()
  return rows.map(({ user_id: userId, id: marketId, name, role }) => ({ userId, marketId, name, role }))
}
