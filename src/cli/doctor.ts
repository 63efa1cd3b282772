/** `npm run doctor`: says what is wrong with an installation before anybody is served; ends with 1 where something is. */
import { join } from 'node:path'
import { type Config, readConfig } from '#server/config.ts'
import { readStanding, type Standing } from '#server/db/app-role.ts'
import { connectionOf, openDatabase } from '#server/db/client.ts'
import { checkGoingLive } from '#server/going-live/check-going-live.ts'
import { checkMaps } from '#server/going-live/check-maps.ts'
import { goingLiveTexts } from '#server/going-live/texts.ts'
import { systemClock } from '#server/ports/clock/system.ts'
import type { Finding } from '#server/ports/payments/payments.ts'
import { diagnoseStripe } from '#server/ports/stripe/diagnose.ts'
import { openEmbedded } from '#server/postgres/embedded.ts'
import { checkReplica } from '#server/replica/check-replica.ts'
import { findRunning } from '#server/postgres/lock.ts'
import { failWith, say } from './terminal.ts'

const MARKS: Readonly<Record<Finding['state'], string>> = { good: '✓', doubtful: '!', wrong: '✗' }

async function run(): Promise<void> {
  const findings = await diagnose(process.env)
  for (const { state, sentence } of findings) say(`${MARKS[state]} ${sentence}`)
  const lines = await goingLiveLines(process.env)
  if (lines.length > 0) say('Going live:')
  for (const { state, sentence } of lines) say(`${MARKS[state]} ${sentence}`)
  const wrong = [...findings, ...lines].filter(({ state }) => state === 'wrong').length
  say(wrong === 0 ? 'Nothing is wrong.' : `${wrong} ${wrong === 1 ? 'thing is' : 'things are'} wrong.`)
  process.exitCode = wrong === 0 ? 0 : 1
}

export async function diagnose(environment: Record<string, string | undefined>): Promise<Finding[]> {
  let config: Config
  try {
    config = readConfig(environment)
  } catch (error) {
    return [{ state: 'wrong', sentence: error instanceof Error ? error.message : String(error) }]
  }
  return [
    { state: 'good', sentence: 'The environment can be read.' },
    ...houseFindings(config),
    ...(await databaseFindings(config)),
    ...(await checkMaps(config)),
    ...(config.stripe === null
      ? [
          {
            state: 'doubtful' as const,
            sentence: 'Payments go to the embedded provider: no card is charged. Set the keys of Stripe.',
          },
        ]
      : await diagnoseStripe({
          keys: config.stripe,
          origin: config.http.origin,
          isProduction: config.isProduction,
        })),
  ]
}

/** The checks of the page /operator/readiness. Outside of production nothing has to be there yet. */
export async function goingLiveLines(environment: Record<string, string | undefined>): Promise<Finding[]> {
  let config: Config
  try {
    config = readConfig(environment)
  } catch {
    return []
  }
  const opened = await openRecords(config)
  try {
    const { stripe } = config
    const checks = await checkGoingLive(config, {
      db: opened?.db ?? null,
      diagnose: stripe === null ? null : (house) => diagnoseStripe({ keys: stripe, ...house }),
      now: systemClock.now(),
    })
    return checks.map(({ topic, state, detail }) => {
      const { name, [state]: sentence } = goingLiveTexts.en[topic]
      const seen = [sentence, detail === '' ? '' : `(${detail})`].filter((part) => part !== '').join(' ')
      const lacks = config.isProduction && state === 'missing' ? 'wrong' : 'doubtful'
      return { state: state === 'ok' ? 'good' : lacks, sentence: `${name}: ${seen}` }
    })
  } finally {
    await opened?.close()
  }
}

/** The embedded database is only read where a server runs it: the doctor starts nothing. */
async function openRecords({ databaseUrl, directDatabaseUrl, dataDirectory }: Config) {
  if (databaseUrl !== null) return openGiven(databaseUrl, directDatabaseUrl)
  if ((await findRunning(join(dataDirectory, 'postgres', 'cluster'))) === undefined) return null
  const lent = await openEmbedded({ dataDir: dataDirectory, log: () => {} })
  return openDatabase(lent.connection, { maxConnections: 1 })
}

function* houseFindings({ isProduction, http, mail, databaseUrl }: Config): Generator<Finding> {
  if (isProduction && !http.isSecure)
    yield {
      state: 'wrong',
      sentence: `CREW_ORIGIN is ${http.origin}: browsers take cards, positions and cameras by https only.`,
    }
  if (isProduction && mail === null)
    yield {
      state: 'wrong',
      sentence: 'SMTP_URL is not set: no mail leaves this house, not even a sign-in link.',
    }
  if (isProduction && databaseUrl === null)
    yield {
      state: 'doubtful',
      sentence:
        'The database is the embedded one: it lives and dies with this machine. Keep backups elsewhere.',
    }
}

/** As the application does. */
function openGiven(databaseUrl: string, directDatabaseUrl: string | null) {
  return openDatabase(connectionOf(databaseUrl), { maxConnections: 1, isPooled: directDatabaseUrl !== null })
}

async function databaseFindings({
  databaseUrl,
  directDatabaseUrl,
  readsDatabaseUrl,
}: Config): Promise<Finding[]> {
  if (databaseUrl === null) return [{ state: 'good', sentence: 'The database is the embedded one.' }]
  const database = openGiven(databaseUrl, directDatabaseUrl)
  try {
    const { rows } = await database.pool.query<{ major: number }>(
      `select current_setting('server_version_num')::integer / 10000 as major`,
    )
    const version = rows[0]!.major
    if (version < 15)
      return [{ state: 'wrong', sentence: `The database is PostgreSQL ${version}; Crew needs 15 or newer.` }]
    return [
      { state: 'good', sentence: `The database answers: PostgreSQL ${version}.` },
      roleFinding(await readStanding(database.db)),
      ...(readsDatabaseUrl === null ? [] : [await checkReplica(database.db, connectionOf(readsDatabaseUrl))]),
    ]
  } catch (error) {
    return [
      {
        state: 'wrong',
        sentence: `The database at DATABASE_URL does not answer: ${error instanceof Error ? error.message : String(error)}.`,
      },
    ]
  } finally {
    await database.close()
  }
}

/** Whoever owns the books, or is above all owners, can bend them (decision 24). */
function roleFinding({ role, isSuperuser, ownsBooks }: Standing): Finding {
  if (!isSuperuser && !ownsBooks)
    return { state: 'good', sentence: `The application works as ${role}, which can only add to the books.` }
  return {
    state: 'doubtful',
    sentence:
      `The application works as ${role}, which ${isSuperuser ? 'is a superuser' : 'owns the books'}: ` +
      'give it a role of its own in DATABASE_URL, and the owner in DATABASE_OWNER_URL.',
  }
}

if (import.meta.main) run().catch(failWith)
