/** Opens what the configuration asks for: database (embedded or by URL), migrations, ports. The only place besides `main.ts` that knows real adapters. */
import { mkdir } from 'node:fs/promises'
import type { PoolConfig } from 'pg'
import pino from 'pino'
import type { App } from './app.ts'
import type { Config } from './config.ts'
import { APP_ROLE, createAppRole, grantToApp, roleOf } from './db/app-role.ts'
import { connectionOf, openDatabase } from './db/client.ts'
import { migrate } from './db/migrate.ts'
import { checkSettings, keepSettings } from './failover/session-queries.ts'
import { stayFollowUps } from './follow-ups/follow-stays.ts'
import { visitFollowUps } from './follow-ups/follow-visits.ts'
import { withAnswers } from './ports/answers.ts'
import type { Clock } from './ports/clock/port.ts'
import { systemClock } from './ports/clock/system.ts'
import { withDeadlines } from './ports/deadlines.ts'
import { createEmbeddedPorts } from './ports/embedded.ts'
import { createPublicApi } from './ports/hospitable/public-api.ts'
import { createSmtpMailer } from './ports/mail/smtp.ts'
import { createOsrmMatrix } from './ports/matrix/osrm.ts'
import { createCallOut } from './ports/outgoing/call-out.ts'
import { createPhotonPlaces } from './ports/places/photon.ts'
import type { Ports } from './ports/port.ts'
import { createWebPusher } from './ports/push/web-push.ts'
import { createStripe } from './ports/stripe/stripe.ts'
import { withOutbox } from './ports/with-outbox.ts'
import { startEmbedded } from './postgres/embedded.ts'
import { watchReplica } from './replica/watch-replica.ts'

export type OpenedApp = App & {
  /** To PostgreSQL itself, whatever stands in front of it: only there can one listen. */
  readonly directConnection: PoolConfig
  /** By the role that owns the tables; the application itself works without it. */
  readonly ownerConnection: PoolConfig
  close(): Promise<void>
}

export type OpenOptions = {
  /** Shows a person at the terminal what happens. */
  readonly say?: (sentence: string) => void
  readonly clock?: Clock
}

/** Throws an Error with one sentence when something cannot be opened; what was opened by then is closed. */
export async function openApp(
  config: Config,
  { say = () => {}, clock = systemClock }: OpenOptions = {},
): Promise<OpenedApp> {
  await mkdir(config.dataDirectory, { recursive: true, mode: 0o700 })
  const log = pino({
    level: config.logLevel,
    base: { process: config.processId },
    redact: ['password', 'token', 'req.headers.cookie'],
  })
  const server = config.databaseUrl === null ? await openEmbedded(config, say) : null
  const connection = server?.appConnection ?? connectionOf(config.databaseUrl!)
  const directConnection =
    config.directDatabaseUrl === null ? connection : connectionOf(config.directDatabaseUrl)
  const ownerConnection =
    server?.connection ??
    (config.ownerDatabaseUrl === null ? directConnection : connectionOf(config.ownerDatabaseUrl))
  // Two addresses for one database: the first is a pooler's.
  const isPooled = config.databaseUrl !== null && config.directDatabaseUrl !== null
  try {
    await migrateFirst(ownerConnection, server === null ? roleOf(connection) : APP_ROLE)
    if (isPooled) await settlePooled(config, { connection, directConnection, ownerConnection })
    const database = openDatabase(connection, {
      isPooled,
      onConnectionError: (error) =>
        log.error({ err: error, code: 'database_connection_lost' }, 'database connection lost'),
    })
    const ports = choosePorts(
      { config, db: database.db, log },
      createEmbeddedPorts({ config, db: database.db, clock }),
    )
    const replica = openReplica(config, database.db, log)
    return {
      config,
      db: database.db,
      ports,
      ...(replica === null ? {} : { replica }),
      log,
      followUps: visitFollowUps,
      stayFollowUps,
      directConnection,
      ownerConnection,
      close: async () => {
        await replica?.close()
        await database.close()
        await server?.stop()
      },
    }
  } catch (error) {
    await server?.stop()
    throw error
  }
}

function openReplica({ readsDatabaseUrl }: Config, primary: App['db'], log: App['log']) {
  if (readsDatabaseUrl === null) return null
  return watchReplica({
    primary,
    connection: connectionOf(readsDatabaseUrl),
    onChange: (is) => log.warn({ code: 'reads_database', is }, 'where late reads go changed'),
  })
}

async function openEmbedded(config: Config, say: (sentence: string) => void) {
  return startEmbedded({ dataDir: config.dataDirectory, log: say })
}

/** Migrations may take longer than any request. */
async function migrateFirst(owner: PoolConfig, appRole: string | null): Promise<void> {
  const database = openDatabase(owner, { statementTimeoutMs: 0, maxConnections: 2 })
  try {
    await migrate(database.db)
    if (appRole === APP_ROLE) await createAppRole(database.db)
    if (appRole !== null && appRole !== roleOf(owner)) await grantToApp(database.db, appRole)
  } finally {
    await database.close()
  }
}

/** A role may always set its own; for another's its owner is asked. */
async function settlePooled(
  { databaseUrl }: Config,
  by: { connection: PoolConfig; directConnection: PoolConfig; ownerConnection: PoolConfig },
): Promise<void> {
  const role = roleOf(by.connection)
  if (role === null) throw new Error(`DATABASE_URL names no role: ${new URL(databaseUrl!).host}.`)
  const direct = openDatabase(
    roleOf(by.directConnection) === role ? by.directConnection : by.ownerConnection,
    { maxConnections: 1 },
  )
  const pooled = openDatabase(by.connection, { maxConnections: 1, isPooled: true })
  try {
    await keepSettings(direct.db, role)
    await checkSettings(pooled.db)
  } finally {
    await Promise.all([direct.close(), pooled.close()])
  }
}

function choosePorts(
  { config, db, log }: Omit<App, 'ports' | 'followUps' | 'stayFollowUps'>,
  embedded: Ports,
): Ports {
  const onAway = (error: Error) => log.warn({ err: error, code: 'osrm_unavailable' }, 'street router away')
  const ports = withDeadlines({
    ...embedded,
    ...(config.mail === null ? {} : { mail: createSmtpMailer(config.mail) }),
    ...(config.osrmUrl === null
      ? {}
      : { matrix: createOsrmMatrix({ url: config.osrmUrl, whenAway: embedded.matrix, onAway }) }),
    ...(config.push === null
      ? {}
      : {
          push: createWebPusher({
            keys: config.push,
            supportEmail: config.supportEmail,
            db,
            callOut: createCallOut({ allowedOrigins: config.fetchAllowed }),
          }),
        }),
    ...(config.stripe === null ? {} : { payments: createStripe(config.stripe, embedded.clock) }),
    ...(config.hospitable === null ? {} : { hospitable: createPublicApi(config.hospitable) }),
    ...(config.placesUrl === null ? {} : { places: createPhotonPlaces({ url: config.placesUrl }) }),
  })
  return withAnswers(withOutbox(ports, { db, log }), { db, log })
}
