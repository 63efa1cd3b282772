/** The demo city on an empty database, once; at every later start its sign-ins are made to work again. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { PoolConfig } from 'pg'
import { DAY_MS, instant } from '#domain/time.ts'
import type { App } from '#server/app.ts'
import { emptyTables } from '#server/db/app-role.ts'
import {
  connectionOf,
  type Db,
  type OpenDatabase,
  openDatabase,
  toJson,
  toTimestamp,
} from '#server/db/client.ts'
import { hashPassword } from '#server/passwords/hash-password.ts'
import { openEmbedded } from '#server/postgres/embedded.ts'
import { DEMO_PASSWORD, DEMO_SIGN_INS } from '#testing/cast.ts'
import { CAST_FROZEN_EMAIL, FROZEN_NOTES } from '../../sim/cast-city.ts'
import { buildDemoCity, FROZEN_FOR_DAYS } from '../../sim/demo-city.ts'
import type { Progress } from './terminal.ts'

export const DEMO_SEED = 7
const MARKER = 'demo_city'

/** What a city fills; everything that refers to it goes as well. Lines and numbers of papers refer to nobody. */
const CITY_TABLES = [
  'users',
  'coupon',
  'task',
  'task_schedule',
  'outbox_message',
  'provider_event',
  'demo_bank_object',
  'provider_movement',
  'paper_number',
  'live_event',
  'ledger_journal',
  'ledger_seal',
  'ledger_seal_account',
  'ledger_seal_mark',
  'ledger_seal_market',
  'audit_entry',
]

/** An application with what its owner needs to empty it. */
type OwnedApp = App & { readonly ownerConnection: PoolConfig }

type Marker = { readonly seed: number; readonly state: 'building' | 'ready' }

/**
 * A database with people of its own is left alone; a city whose building was broken off is built anew. Of servers that
 * start on one database at the same time one builds, and the others wait until the city stands.
 */
export function seedDemoCityOnce(app: OwnedApp, progress: Progress): Promise<void> {
  return oneAtATime(app, () => seedWhereEmpty(app, progress))
}

async function seedWhereEmpty(app: OwnedApp, progress: Progress): Promise<void> {
  const marker = await readMarker(app.db)
  if (marker?.state === 'building') await emptyCity(app)
  if (marker?.state !== 'ready' && (await hasPeople(app.db))) return
  if (marker?.state !== 'ready') await seedDemoCity(app, marker?.seed ?? DEMO_SEED, progress)
  await assertCast(app)
}

/** The lock goes with its connection, so a server that dies while it builds keeps nobody waiting. */
async function oneAtATime(app: OwnedApp, work: () => Promise<void>): Promise<void> {
  const owner = openDatabase(app.ownerConnection, { statementTimeoutMs: 0, maxConnections: 1 })
  try {
    await owner.db.connection().execute(async (db) => {
      await sql`select pg_advisory_lock(hashtextextended(${MARKER}, 0))`.execute(db)
      await work()
    })
  } finally {
    await owner.close()
  }
}

/** Throws where there are people already. */
export async function seedDemoCity(app: App, seed: number, progress: Progress): Promise<void> {
  if (await hasPeople(app.db))
    throw new Error('There are people in this database. With --reset a demo city is made anew.')
  const { time_zone: zone } = await app.db
    .selectFrom('market')
    .orderBy('id')
    .select('time_zone')
    .executeTakeFirstOrThrow()
  await writeMarker(app, { seed, state: 'building' })
  const database = await openSwiftly(app)
  try {
    const swift: App = { ...app, db: database.db }
    await buildDemoCity(swift, { seed, zone, now: app.ports.clock.now(), onProgress: progress })
  } finally {
    await database.close()
  }
  // Written durably, and everything before it with it.
  await writeMarker(app, { seed, state: 'ready' })
}

/** Takes a demo city away, and nothing but a demo city. */
export async function resetDemoCity(app: OwnedApp): Promise<void> {
  if ((await readMarker(app.db)) === null && (await hasPeople(app.db)))
    throw new Error('This database holds no demo city, so it is not emptied.')
  await emptyCity(app)
}

/** Thousands of commits that need not wait for the disk: a city that was broken off is built anew. */
async function openSwiftly({ config }: App): Promise<OpenDatabase> {
  const { appConnection } =
    config.databaseUrl === null
      ? await openEmbedded({ dataDir: config.dataDirectory, log: () => {} })
      : { appConnection: connectionOf(config.directDatabaseUrl ?? config.databaseUrl) }
  return openDatabase(appConnection, { isDurable: false, statementTimeoutMs: 60_000 })
}

/** Whatever visitors did to them: the four sign-ins work, and Frank is frozen. */
async function assertCast(app: App): Promise<void> {
  const now = app.ports.clock.now()
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const emails = DEMO_SIGN_INS.map(({ email }) => email)
  await app.db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('email', 'in', emails)
    .execute()
  await app.db
    .updateTable('users')
    .set({
      frozen_until: toTimestamp(instant(now + FROZEN_FOR_DAYS * DAY_MS)),
      frozen_notes: FROZEN_NOTES,
    })
    .where('email', '=', CAST_FROZEN_EMAIL)
    .execute()
}

async function emptyCity(app: OwnedApp): Promise<void> {
  const owner = openDatabase(app.ownerConnection, { statementTimeoutMs: 0, maxConnections: 1 })
  try {
    await emptyTables(owner.db, CITY_TABLES)
    await owner.db.deleteFrom('price').where('scope', '<>', 'default').execute()
    await owner.db.deleteFrom('installation').where('key', '=', MARKER).execute()
  } finally {
    await owner.close()
  }
  await rm(join(app.config.dataDirectory, 'photos'), { recursive: true, force: true })
}

async function hasPeople(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

async function readMarker(db: Db): Promise<Marker | null> {
  const row = await db.selectFrom('installation').where('key', '=', MARKER).select('value').executeTakeFirst()
  return row !== undefined && 'seed' in row.value ? row.value : null
}

async function writeMarker(app: App, marker: Marker): Promise<void> {
  const row = { value: toJson(marker), updated_at: toTimestamp(app.ports.clock.now()) }
  await app.db
    .insertInto('installation')
    .values({ key: MARKER, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
}
