/** A temporary server from the machine's own PostgreSQL, reached by TCP and a password as a hosted one would be. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, glob, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from './free-port.ts'

export type OtherPostgres = {
  readonly url: string
  readonly version: string
  /** A standby that follows it; it is stopped with it, or before. */
  addStandby(): Promise<Standby>
  stop(): Promise<void>
}

type Standby = { readonly url: string; stop(): Promise<void> }

const NOBODY = 65_534
const PLACES = [
  '/usr/lib/postgresql/*/bin/initdb',
  '/usr/pgsql-*/bin/initdb',
  '/opt/homebrew/opt/postgresql*/bin/initdb',
  '/usr/local/opt/postgresql*/bin/initdb',
]

/** Answers why there is none where the machine has no PostgreSQL that starts. */
export async function startOtherPostgres(): Promise<OtherPostgres | string> {
  const bin = await findBinaries()
  if (bin === undefined) return 'there is no other PostgreSQL on this machine'
  const folder = await mkdtemp(join(tmpdir(), 'crew-other-postgres-'))
  const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  if (identity.uid !== undefined) await chown(folder, NOBODY, NOBODY)
  const data = join(folder, 'data')
  const password = randomBytes(16).toString('hex')
  await writeFile(join(folder, 'password'), password)
  const options = ['-U', 'crew', '--auth=scram-sha-256', `--pwfile=${join(folder, 'password')}`, '-E', 'UTF8']
  const created = await ended(
    spawn(join(bin, 'initdb'), ['-D', data, ...options], { ...identity, stdio: 'ignore' }),
  )
  const port = await freePort()
  const server = run(bin, { data, port, identity })
  const urlAt = (port: number) => `postgres://crew:${password}@127.0.0.1:${port}/postgres`
  const url = urlAt(port)
  const standbys: Standby[] = []
  const stop = async () => {
    await Promise.all(standbys.map((standby) => standby.stop()))
    await end(server)
    await rm(folder, { recursive: true, force: true })
  }
  const addStandby = async () => {
    const standbyData = join(folder, `standby-${standbys.length}`)
    const copy = ['-d', url, '-D', standbyData, '--write-recovery-conf', '--checkpoint=fast']
    const copied = await ended(spawn(join(bin, 'pg_basebackup'), copy, { ...identity, stdio: 'ignore' }))
    const standbyPort = await freePort()
    const child = run(bin, { data: standbyData, port: standbyPort, identity })
    const standby = { url: urlAt(standbyPort), stop: () => end(child) }
    standbys.push(standby)
    if (copied !== 0 || (await firstAnswer(standby.url, child)) === undefined)
      throw new Error('the standby did not start')
    return standby
  }
  const version = created === 0 ? await firstAnswer(url, server) : undefined
  if (version !== undefined) return { url, version, addStandby, stop }
  await stop()
  return `the PostgreSQL in ${bin} did not start`
}

type Identity = { readonly uid?: number; readonly gid?: number }

function run(
  bin: string,
  { data, port, identity }: { data: string; port: number; identity: Identity },
): ChildProcess {
  const settings = [
    'listen_addresses=127.0.0.1',
    'max_connections=200',
    'fsync=off',
    'full_page_writes=off',
    'synchronous_commit=off',
  ]
  const flags = ['-k', '', '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]
  return spawn(join(bin, 'postgres'), ['-D', data, ...flags], { ...identity, stdio: 'ignore' })
}

/** As after `pg_ctl stop -m immediate`, which waits for nobody. */
async function end(server: ChildProcess): Promise<void> {
  const gone = ended(server)
  server.kill('SIGQUIT')
  await gone
}

/** The newest by the number in its path, then whichever is on the path. */
async function findBinaries(): Promise<string | undefined> {
  const found = await Array.fromAsync(glob(PLACES))
  const newest = found.sort((a, b) => numberIn(b) - numberIn(a))[0]
  if (newest) return dirname(newest)
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const real = await realpath(join(folder, 'initdb')).catch(() => undefined)
    if (real) return dirname(real)
  }
  return undefined
}

function numberIn(path: string): number {
  return Number(/(\d+)/.exec(path)?.[1] ?? 0)
}

async function firstAnswer(url: string, server: ChildProcess): Promise<string | undefined> {
  for (let attempt = 0; attempt < 300 && server.exitCode === null; attempt++) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      const { rows } = await client.query<{ version: string }>(
        `select split_part(version(), ' on ', 1) as version`,
      )
      return rows[0]?.version
    } catch {
      await sleep(100)
    } finally {
      await client.end().catch(() => {})
    }
  }
  return undefined
}

function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((resolve) => {
    child.once('exit', resolve)
    child.once('error', () => resolve(127))
  })
}
