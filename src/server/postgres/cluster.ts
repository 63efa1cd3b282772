import { randomBytes } from 'node:crypto'
import { open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Identity, run } from './identity.ts'
import type { Places } from './places.ts'

const SCRATCH = 'cluster.new-'
const ABANDONED_MS = 10 * 60_000

/** Creates the database files once: in a scratch folder, complete and on disk, then by one rename. */
export async function createCluster(places: Places, log: (sentence: string) => void): Promise<void> {
  const { identity, home, native, cluster } = places
  await removeAbandoned(home)
  if (await stat(join(cluster, 'PG_VERSION')).catch(() => undefined)) return
  log('Creating the database …')
  const scratch = join(home, SCRATCH + randomBytes(4).toString('hex'))
  try {
    await initialise(identity, native, scratch)
    await rename(scratch, cluster)
    await syncFolder(home)
  } catch (error) {
    // Two first starts at once: the folder of the faster one is the database, the lock decides who serves it.
    const isOtherThere = await stat(join(cluster, 'PG_VERSION')).catch(() => undefined)
    if (!isOtherThere) throw error
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function initialise(identity: Identity, native: string, scratch: string): Promise<void> {
  const initdb = [join(native, 'bin', 'initdb'), '-D', scratch]
  const options = [
    '-U',
    'crew',
    '--auth=trust',
    '--encoding=UTF8',
    '--data-checksums',
    '--no-sync',
    '--no-instructions',
  ]
  const utf8 = await run(identity, [...initdb, ...options, '--locale=C.UTF-8'])
  if (utf8.code !== 0) {
    // Older macOS has no C.UTF-8.
    await rm(scratch, { recursive: true, force: true })
    await must(identity, [...initdb, ...options, '--locale=C'])
  }
  // Trust is for whoever may enter the socket's folder; nobody comes in by TCP.
  await writeFile(join(scratch, 'pg_hba.conf'), 'local all all trust\n')
  const postgres = [
    join(native, 'bin', 'postgres'),
    '--single',
    '-c',
    'log_min_messages=fatal',
    '-D',
    scratch,
  ]
  await must(identity, [...postgres, 'postgres'], 'create database crew\n')
  await must(identity, [...initdb, '--sync-only'])
}

async function must(identity: Identity, command: readonly string[], input?: string): Promise<void> {
  const { code, output } = await run(identity, command, input)
  if (code !== 0) throw new Error(`The database could not be created: ${output.trim().split('\n').at(-1)}`)
}

async function removeAbandoned(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (!name.startsWith(SCRATCH)) continue
    const { mtimeMs } = await stat(join(home, name))
    if (Date.now() - mtimeMs > ABANDONED_MS) await rm(join(home, name), { recursive: true, force: true })
  }
}

async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r')
  await handle.sync()
}
