import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, lstat, mkdir, mkdtemp, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { copyBinaries, requireBinaries } from './binaries.ts'
import { createCluster } from './cluster.ts'
import { type EmbeddedDatabase, openEmbedded, startEmbedded } from './embedded.ts'
import { type EmbeddedOptions, settle } from './places.ts'
import { memoryOfMachine, sizeFor } from './size.ts'

// The same on every server: once, in the run on the embedded one, is enough.
const isOtherServer = process.env['TEST_DATABASE_URL'] !== undefined
const describeOnce = describe.skipIf(isOtherServer)
const isRoot = process.getuid?.() === 0
const NOBODY = 65_534

const scratch = await mkdtemp(join(tmpdir(), 'crew-embedded-'))
await chmod(scratch, 0o755)
const running = new Set<EmbeddedDatabase>()
const children = new Set<ChildProcess>()
let folders = 0

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  children.clear()
  for (const server of running) await server.stop()
  running.clear()
})
afterAll(() => rm(scratch, { recursive: true, force: true }))

async function freshFolder(mode = 0o755): Promise<string> {
  const folder = join(scratch, `f${++folders}`)
  await mkdir(folder, { mode })
  return folder
}

async function start(dataDir: string, options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedDatabase> {
  const server = await startEmbedded({ dataDir, log: () => {}, stateDir: join(scratch, 'state'), ...options })
  running.add(server)
  return server
}

async function stop(server: EmbeddedDatabase): Promise<void> {
  running.delete(server)
  await server.stop()
}

async function query(server: Pick<EmbeddedDatabase, 'connection'>, text: string): Promise<unknown[]> {
  const client = new Client(server.connection)
  await client.connect()
  try {
    const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' })
    return rows.flat()
  } finally {
    await client.end()
  }
}

/** Another process that starts the database, says where, and then only waits. */
async function startElsewhere(dataDir: string, uid?: number): Promise<{ child: ChildProcess; said: string }> {
  const program = `
    import { startEmbedded } from ${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))}
    try {
      const server = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} })
      console.log(JSON.stringify(server.connection))
      setInterval(() => {}, 1000)
    } catch (error) { console.log(error.message) }`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    ...(uid === undefined ? {} : { uid, gid: uid }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.add(child)
  const said = await new Promise<string>((resolve) => {
    child.stdout.once('data', (chunk) => resolve(String(chunk).trim()))
    child.once('exit', () => resolve(''))
  })
  return { child, said }
}

async function postmasterPid(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0])
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describeOnce('the embedded database', () => {
  test('keeps its data, its durability and its privacy over a restart', async () => {
    const dataDir = await freshFolder()
    const first = await start(dataDir)
    await query(first, `create table note as select 'kept' as text`)
    const settings = ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums', 'listen_addresses']
    const values = settings.map((name) => `current_setting('${name}')`).join(', ')
    expect(await query(first, `select ${values}`)).toEqual(['on', 'on', 'on', 'on', ''])
    expect(await query(first, `select lower('ÉCOLE'), current_setting('server_encoding')`)).toEqual([
      'école',
      'UTF8',
    ])
    expect((await stat(first.connection.host!)).mode & 0o777).toBe(0o700)
    await stop(first)

    const startedAt = performance.now()
    const second = await start(dataDir)
    expect(performance.now() - startedAt).toBeLessThan(3_000)
    expect(await query(second, 'select text from note')).toEqual(['kept'])
  })

  test('has the size of its machine', async () => {
    const server = await start(await freshFolder())
    const size = sizeFor(memoryOfMachine())
    const shown = await query(
      server,
      `select setting::bigint * case unit when '8kB' then 8 when 'kB' then 1 else 1024 end / 1024 from pg_settings
        where name in ('shared_buffers', 'effective_cache_size', 'work_mem', 'maintenance_work_mem') order by name`,
    )
    expect(shown.map(Number)).toEqual([
      size.effectiveCacheSize,
      size.maintenanceWorkMem,
      size.sharedBuffers,
      size.workMem,
    ])
    expect(await query(server, 'show max_connections')).toEqual([`${size.maxConnections}`])
  })

  test('ends within seconds when its process is killed, and opens again with all that was committed', async () => {
    const dataDir = await freshFolder()
    const { child, said } = await startElsewhere(dataDir)
    await query({ connection: JSON.parse(said) as object }, `create table note as select 'committed' as text`)
    const pid = await postmasterPid(dataDir)
    child.kill('SIGKILL')
    await expect.poll(() => isAlive(pid), { timeout: 5_000 }).toBe(false)
    expect(await query(await start(dataDir), 'select text from note')).toEqual(['committed'])
  })

  test('opens at once after a kill, while the old server is still going down', async () => {
    const dataDir = await freshFolder()
    const { child } = await startElsewhere(dataDir)
    child.kill('SIGKILL')
    expect(await query(await start(dataDir), 'select 1')).toEqual([1])
  })

  test('refuses a second start on the same folder in one sentence, and the first goes on', async () => {
    const dataDir = await freshFolder()
    const first = await start(dataDir)
    const { said } = await startElsewhere(dataDir)
    expect(said).toBe(
      `Another Crew is already running on ${dataDir}; stop it first, or set CREW_DATA_DIR to another folder.`,
    )
    expect(await query(first, 'select 1')).toEqual([1])
  })

  test('is lent to a command that comes while a Crew serves it, and opened for one that comes alone', async () => {
    const dataDir = await freshFolder()
    const first = await start(dataDir)
    const lent = await openEmbedded({ dataDir, log: () => {} })
    expect(await query(lent, 'select 1')).toEqual([1])
    await lent.stop()
    expect(await query(first, 'select 1')).toEqual([1])
    await stop(first)
    const own = await openEmbedded({ dataDir, log: () => {} })
    running.add(own)
    expect(await query(own, 'select 1')).toEqual([1])
  })

  test('has one winner when two start on an empty folder at once', async () => {
    const dataDir = await freshFolder()
    const answers = await Promise.all([startElsewhere(dataDir), startElsewhere(dataDir)])
    const winners = answers.filter(({ said }) => said.startsWith('{'))
    expect(winners).toHaveLength(1)
    expect(answers.find(({ said }) => !said.startsWith('{'))?.said).toMatch(
      /^Another Crew is already running/,
    )
    expect(await query({ connection: JSON.parse(winners[0]!.said) as object }, 'select 1')).toEqual([1])
  })

  test('is started again when the server is killed under a living process', async () => {
    const dataDir = await freshFolder()
    const server = await start(dataDir)
    await query(server, `create table note as select 'still here' as text`)
    process.kill(await postmasterPid(dataDir), 'SIGKILL')
    const answer = () => query(server, 'select text from note').catch(() => 'away')
    await expect.poll(answer, { timeout: 10_000 }).toEqual(['still here'])
  })

  test('does not take another program’s process number for its own old server', async () => {
    const dataDir = await freshFolder()
    await stop(await start(dataDir))
    const lock = join(dataDir, 'postgres/cluster/postmaster.pid')
    await writeFile(lock, `${process.pid}\n${join(dataDir, 'postgres/cluster')}\n0\n5432\n\n\n\nready\n`)
    expect(await query(await start(dataDir), 'select 1')).toEqual([1])
  })

  test('keeps its socket in a short folder where the data folder’s path is too long for one', async () => {
    const dataDir = join(await freshFolder(), 'a-very-long-name'.repeat(8))
    const server = await start(dataDir)
    expect(await query(server, 'select 1')).toEqual([1])
    const folder = server.connection.host!
    expect(folder.startsWith(dataDir)).toBe(false)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    await stop(server)
    await expect(stat(folder)).rejects.toThrow(/ENOENT/)
  })

  test('is missed with one sentence where there is no build for the machine', async () => {
    await expect(requireBinaries('sunos-sparc')).rejects.toThrow(
      'There is no embedded PostgreSQL for sunos-sparc; set DATABASE_URL to a PostgreSQL 15 or newer.',
    )
  })
})

describeOnce('as an ordinary user', () => {
  test.runIf(isRoot)('runs as that user (tried as uid 65534)', async () => {
    const dataDir = await freshFolder(0o777)
    await chmod(dataDir, 0o777)
    const { said } = await startElsewhere(dataDir, NOBODY)
    expect(said).toMatch(/^\{/)
    expect(await query({ connection: JSON.parse(said) as object }, 'select 1')).toEqual([1])
    expect((await stat(join(dataDir, 'postgres/cluster'))).uid).toBe(NOBODY)
  })

  test.runIf(isRoot)('refuses a folder of somebody else’s in one sentence', async () => {
    const dataDir = await freshFolder()
    const { said } = await startElsewhere(dataDir, NOBODY)
    expect(said).toBe(
      `The database folder ${dataDir}/postgres belongs to another user or cannot be written; set CREW_DATA_DIR.`,
    )
  })
})

describe.skipIf(!isRoot || isOtherServer)('as root', () => {
  const isClosed = { hasUserNamespaces: false, stateDir: join(scratch, 'state') }

  test('works in a folder that nobody else can enter', async () => {
    const dataDir = join(await freshFolder(0o700), 'data')
    const server = await start(dataDir)
    expect(await query(server, 'select 1')).toEqual([1])
  })

  test('without user namespaces runs as uid 65534 in the folder itself', async () => {
    const dataDir = await freshFolder()
    const server = await start(dataDir, isClosed)
    expect(await query(server, 'select 1')).toEqual([1])
    expect((await stat(join(dataDir, 'postgres/cluster'))).uid).toBe(NOBODY)
  })

  test('without user namespaces lets uid 65534 pass through a private data folder, and nobody look into it', async () => {
    const dataDir = await freshFolder(0o700)
    expect(await query(await start(dataDir, isClosed), 'select 1')).toEqual([1])
    expect((await lstat(join(dataDir, 'postgres'))).isDirectory()).toBe(true)
    const { mode, gid } = await stat(dataDir)
    expect([mode & 0o777, gid]).toEqual([0o710, NOBODY])
  })

  test('without user namespaces in a closed folder keeps the data below the state folder', async () => {
    const dataDir = join(await freshFolder(0o700), 'data')
    const first = await start(dataDir, isClosed)
    await query(first, `create table note as select 'moved' as text`)
    await stop(first)
    expect(await readlink(join(dataDir, 'postgres'))).toMatch(new RegExp(`^${isClosed.stateDir}/data-`))
    expect(await query(await start(dataDir, isClosed), 'select text from note')).toEqual(['moved'])
  })

  test('data made in a namespace opens where there is none any more, and the other way round', async () => {
    const dataDir = join(await freshFolder(0o700), 'data')
    const first = await start(dataDir)
    await query(first, `create table note as select 'same' as text`)
    await stop(first)
    const second = await start(dataDir, isClosed)
    expect(await query(second, 'select text from note')).toEqual(['same'])
    await stop(second)
    expect(await query(await start(dataDir), 'select text from note')).toEqual(['same'])
  })

  test('binaries in a closed folder are copied to where the server may read them', async () => {
    const shut = await freshFolder(0o700)
    const native = await requireBinaries()
    const closed = await copyBinaries(native, shut)
    const dataDir = await freshFolder()
    const places = await settle(closed, { dataDir, log: () => {}, ...isClosed })
    expect(places.native).toBe(join(isClosed.stateDir, `postgresql-${native.version}`, 'native'))
    await createCluster(places, () => {})
    expect((await stat(join(places.cluster, 'PG_VERSION'))).uid).toBe(NOBODY)
  })

  test('a removed state folder means a new database, not a failure', async () => {
    const dataDir = join(await freshFolder(0o700), 'data')
    await stop(await start(dataDir, isClosed))
    await rm(await readlink(join(dataDir, 'postgres')), { recursive: true })
    expect(await query(await start(dataDir, isClosed), 'select 1')).toEqual([1])
    expect((await lstat(join(dataDir, 'postgres'))).isSymbolicLink()).toBe(true)
  })
})
