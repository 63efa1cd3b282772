/** Markets: which one serves a place, what is kept of each, and which of them an operator runs. */
import { type Insertable, sql, type Updateable } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import { type LatLng, type Feet, FEET_PER_DEGREE } from '#domain/geo.ts'
import { feetToArea, isInArea } from '#domain/markets/area.ts'
import type { MarketState } from '#domain/markets/graph.ts'
import type { StaffRole } from '#domain/staff/roles.ts'
import type { LocalDate } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import type { Database } from '../db/tables.ts'
import type { OperatorScope } from '../scope.ts'

export type PlacedMarket = {
  readonly id: string
  readonly name: string
  readonly timeZone: string
  readonly state: MarketState
  readonly serviceKeys: readonly string[] | null
}

/** Whose area holds a place, open or not; null where none does. */
export async function marketAt(db: Db, place: LatLng): Promise<PlacedMarket | null> {
  const row = (await marketsAround(db, place, 0)).find(({ area }) => isInArea(area, place))
  return row === undefined ? null : toPlaced(row)
}

/** The open market nearest to a place, no farther than so many feet: crews live beside their city, too. */
export async function openMarketNear(db: Db, place: LatLng, reachFeet: Feet): Promise<PlacedMarket | null> {
  const near = (await marketsAround(db, place, reachFeet))
    .filter(({ state }) => state === 'open')
    .map((row) => ({ row, feet: feetToArea(row.area, place) }))
    .filter(({ feet }) => feet <= reachFeet)
    .toSorted((a, b) => a.feet - b.feet)
  return near[0] === undefined ? null : toPlaced(near[0].row)
}

/** Those whose box comes near enough; an open one first. */
async function marketsAround(db: Db, { lat, lng }: LatLng, reachFeet: Feet) {
  const high = reachFeet / FEET_PER_DEGREE
  const wide = high / Math.max(0.1, Math.cos((lat * Math.PI) / 180))
  const rows = await db
    .selectFrom('market')
    .where('south', '<=', lat + high)
    .where('north', '>=', lat - high)
    .where('west', '<=', lng + wide)
    .where('east', '>=', lng - wide)
    .orderBy(sql`state <> 'open'`)
    .orderBy('id')
    .limit(50)
    .select(['id', 'name', 'time_zone', 'state', 'service_keys', 'area'])
    .execute()
  return rows.flatMap(({ area, ...row }) => (area === null ? [] : [{ ...row, area }]))
}

function toPlaced(row: Omit<Awaited<ReturnType<typeof marketsAround>>[number], 'area'>): PlacedMarket {
  const { id, name, time_zone: timeZone, state, service_keys: serviceKeys } = row
  return { id, name, timeZone, state, serviceKeys }
}

/** Where newcomers stand until their first place says which market is theirs. */
export async function findFirstMarket(db: Db): Promise<{ id: string; timeZone: string }> {
  const row = await db
    .selectFrom('market')
    .orderBy(sql`state <> 'open'`)
    .orderBy('opened_at', (order) => order.asc().nullsFirst())
    .orderBy('id')
    .select(['id', 'time_zone'])
    .executeTakeFirstOrThrow()
  return { id: row.id, timeZone: row.time_zone }
}

export function findMarket(db: Db, marketId: string) {
  return db.selectFrom('market').where('id', '=', marketId).selectAll().executeTakeFirst()
}

/** Locked until the transaction ends. */
export function lockMarket(db: Db, marketId: string) {
  return db.selectFrom('market').where('id', '=', marketId).forUpdate().selectAll().executeTakeFirst()
}

/** Areas are compared one save after another, so that two of them cannot take the same ground at once. */
export async function lockAreas(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('areas of markets', 0))`.execute(db)
}

/** Every other market that has ground of its own, closed ones too: they may open again. */
export async function otherAreas(db: Db, marketId: string | null) {
  const rows = await db
    .selectFrom('market')
    .where('area', 'is not', null)
    .$if(marketId !== null, (query) => query.where('id', '<>', marketId!))
    .orderBy('name')
    .orderBy('id')
    .limit(MOST_MARKETS)
    .select(['id', 'name', 'area'])
    .execute()
  return rows.flatMap(({ area, ...row }) => (area === null ? [] : [{ ...row, area }]))
}

const MOST_MARKETS = 500

export async function isIdTaken(db: Db, marketId: string): Promise<boolean> {
  return (await findMarket(db, marketId)) !== undefined
}

export async function insertMarket(db: Db, row: Insertable<Database['market']>): Promise<void> {
  await db.insertInto('market').values(row).execute()
}

export async function updateMarket(
  db: Db,
  marketId: string,
  columns: Updateable<Database['market']>,
): Promise<number> {
  const { version } = await db
    .updateTable('market')
    .set((set) => ({ ...columns, version: set('version', '+', 1) }))
    .where('id', '=', marketId)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** Whoever begins a city owns it, unless its role holds in every city. */
export async function ownNewMarket(db: Db, { userId }: OperatorScope, marketId: string): Promise<void> {
  await db
    .insertInto('operator_market')
    .columns(['user_id', 'market_id', 'role'])
    .expression((from) =>
      from
        .selectFrom('users')
        .where('id', '=', userId)
        .where('staff_role', 'is', null)
        .select(['id', sql<string>`${marketId}::text`.as('market_id'), sql<StaffRole>`'owner'`.as('role')]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** By a role in every city, or by one in this. */
function runBy(userId: UserId) {
  return sql<boolean>`(
    exists (select from users where users.id = ${userId} and users.staff_role is not null)
    or market.id in (select market_id from operator_market where user_id = ${userId})
  )`
}

export async function putOnDesk(db: Db, scope: OperatorScope, marketId: string): Promise<void> {
  await db.updateTable('users').set({ market_id: marketId }).where('id', '=', scope.userId).execute()
}

const MOST_COUNTED = 10_000

/** By name, with what goes on in each. */
export function listOwnMarkets(db: Db, scope: OperatorScope) {
  return db
    .selectFrom('market')
    .where(runBy(scope.userId))
    .orderBy('market.name')
    .orderBy('market.id')
    .limit(MOST_MARKETS)
    .select([
      'market.id',
      'market.name',
      'market.time_zone',
      'market.state',
      'market.area',
      countedPeople('Customer').as('customers'),
      countedPeople('Crew').as('crews'),
      sql<number>`(select count(*)::int from (
        select from weekly_job job join users on users.id = job.customer_id
        where users.market_id = market.id and job.state <> 'cancelled' limit ${MOST_COUNTED}
      ) as counted)`.as('running_jobs'),
    ])
    .execute()
}

function countedPeople(type: 'Customer' | 'Crew') {
  return sql<number>`(select count(*)::int from (
    select from users where users.market_id = market.id and users.type = ${type}
      and not exists (select from account_merge where from_id = users.id) limit ${MOST_COUNTED}
  ) as counted)`
}

/** What is still to be done there: weekly jobs by the last day that all of them have, and visits. */
export async function readWorkOf(db: Db, marketId: string, today: LocalDate) {
  const { rows } = await sql<{ jobs: number; last: LocalDate | null; visits: number }>`
    with running as (
      select job.ends_on from weekly_job job join users on users.id = job.customer_id
      where users.market_id = ${marketId} and job.state <> 'cancelled'
        and (job.ends_on is null or job.ends_on >= ${today}::date)
      limit ${MOST_COUNTED}
    )
    select (select count(*)::int from running) as jobs,
      (select case when bool_and(ends_on is not null) then max(ends_on) end from running) as last,
      (select count(*)::int from (
        select from visit join users on users.id = visit.customer_id
        where users.market_id = ${marketId} and visit.date >= ${today}::date - 1
          and visit.state in ('scheduled', 'confirmed', 'en_route', 'in_progress', 'reopened')
        limit ${MOST_COUNTED}
      ) as ahead) as visits
  `.execute(db)
  const row = rows[0]!
  return { runningJobs: row.jobs, lastJobEndsOn: row.last, visitsAhead: row.visits }
}

/** Whether something that is offered there has a price in force or to come. */
export async function hasPrices(
  db: Db,
  marketId: string,
  serviceKeys: readonly string[] | null,
): Promise<boolean> {
  const row = await db
    .selectFrom('price')
    .innerJoin('service', 'service.key', 'price.service_key')
    .where((eb) => eb.or([eb('price.scope', '=', 'default'), eb('price.market_id', '=', marketId)]))
    .where('price.is_end', '=', false)
    .where('service.is_active', '=', true)
    .$if(serviceKeys !== null, (query) =>
      query.where(sql<boolean>`service.key = any(${serviceKeys}::text[])`),
    )
    .select('price.id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function activeServices(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('service').where('is_active', '=', true).select('key').execute()
  return new Set(rows.map(({ key }) => key))
}

const CHANGES_SHOWN = 30

/** As the index `audit_entry_of_market_idx` names them. */
export const MARKET_ACTIONS = [
  'add_market',
  'save_market',
  'save_letterhead',
  'open_market',
  'close_market',
] as const

export function listChanges(db: Db, marketId: string) {
  return db
    .selectFrom('audit_entry')
    .leftJoin('users as actor', 'actor.id', 'audit_entry.actor_id')
    .where('audit_entry.subject', '=', marketId)
    .where('audit_entry.action', 'in', MARKET_ACTIONS)
    .orderBy('audit_entry.id', 'desc')
    .limit(CHANGES_SHOWN)
    .select(['audit_entry.at', 'audit_entry.action', 'audit_entry.detail', 'actor.name as actor_name'])
    .execute()
}
