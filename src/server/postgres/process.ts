import { type ChildProcess, spawn } from 'node:child_process'
import { open, readFile, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cleanEnvironment } from './identity.ts'
import { alreadyRunning, readPostmasterFile } from './lock.ts'
import type { Places } from './places.ts'
import { type Size, sizeArguments } from './size.ts'
import { isTemporarySocketFolder } from './socket.ts'

export type Postmaster = {
  /** Resolves when the server is gone, asked or not. */
  readonly exited: Promise<void>
  stop(): Promise<void>
}

type LaunchOptions = Places & {
  readonly socketDir: string
  readonly dataDir: string
  readonly log: (sentence: string) => void
  readonly size: Size
}

const LOG_LIMIT_BYTES = 5_000_000
const LOCK_GRACE_MS = 8_000
const START_LIMIT_MS = 300_000
const STOP_LIMIT_MS = 30_000

/**
 * Parent of the server. Its standard input is a pipe from our process: when that closes, for whatever reason, the
 * server gets a fast shutdown, after 20 s an immediate one (which loses nothing that was committed).
 */
const WATCHDOG = `
socket_to_remove=$1; shift
exec 3<&0
"$@" 3<&- </dev/null >&2 &
server=$!
echo "$server"
exec 1>&2
(
  while read -r _ <&3; do :; done
  seconds=0
  while kill -s INT "$server" 2>/dev/null; do
    [ "$seconds" -lt 20 ] || kill -s QUIT "$server" 2>/dev/null
    seconds=$((seconds + 1))
    sleep 1
  done
) &
watcher=$!
wait "$server"
code=$?
kill "$watcher" 2>/dev/null
[ -z "$socket_to_remove" ] || rm -rf "$socket_to_remove"
exit "$code"
`

/** Starts the server and waits until it takes connections. Throws one sentence when it does not. */
export async function launch(options: LaunchOptions): Promise<Postmaster> {
  const deadline = performance.now() + LOCK_GRACE_MS
  for (;;) {
    const attempt = await tryLaunch(options)
    if ('stop' in attempt) return attempt
    const isLocked = /lock file|shared memory block|Address already in use/.test(attempt.failure)
    if (!isLocked) throw new Error(`PostgreSQL did not start: ${attempt.failure}`)
    // Sessions of a server that was killed hold its lock for a moment longer.
    if (performance.now() > deadline) throw alreadyRunning(options.dataDir)
    await sleep(200)
  }
}

async function tryLaunch(options: LaunchOptions): Promise<Postmaster | { failure: string }> {
  const logFile = join(options.home, 'postgres.log')
  const logStart = await openedSize(logFile)
  const child = await spawnWatchdog(options, logFile)
  const gone = new AbortController()
  const exited = new Promise<void>((resolve) => {
    child.once('close', () => {
      gone.abort()
      resolve()
    })
  })
  const pid = await firstLine(child)
  const limit = performance.now() + START_LIMIT_MS
  while (!gone.signal.aborted) {
    const file = await readPostmasterFile(options.cluster)
    if (file !== undefined && file.pid === pid && file.status === 'ready')
      return { exited, stop: () => stop(child, exited) }
    if (performance.now() > limit) await stop(child, exited)
    await sleep(10)
  }
  const said = (await readFile(logFile)).subarray(logStart).toString().trim().split('\n')
  return { failure: said.findLast((line) => /FATAL|error/i.test(line)) ?? said.at(-1) ?? 'it said nothing' }
}

async function spawnWatchdog(options: LaunchOptions, logFile: string): Promise<ChildProcess> {
  const { identity, native, cluster, socketDir, home, size } = options
  const log = await open(logFile, 'a', 0o600)
  const toRemove = isTemporarySocketFolder(socketDir, home) ? socketDir : ''
  const server = [
    ...identity.prefix,
    join(native, 'bin', 'postgres'),
    '-D',
    cluster,
    '-k',
    socketDir,
    ...SETTINGS,
    ...sizeArguments(size),
  ]
  const child = spawn('sh', ['-c', WATCHDOG, 'crew-postgres', toRemove, ...server], {
    ...identity.spawnAs,
    cwd: '/',
    env: cleanEnvironment(),
    // Its own session: Ctrl-C in the terminal reaches us, and we stop the server when we are done with it.
    detached: true,
    stdio: ['pipe', 'pipe', log.fd],
  })
  child.on('error', () => {})
  child.stdin?.on('error', () => {})
  await log.close()
  return child
}

/** Durability stays at PostgreSQL's defaults (threats, "Facts measured"): nothing here touches fsync or commits. */
const SETTINGS = [
  'listen_addresses=',
  'unix_socket_permissions=0700',
  'wal_level=minimal',
  'max_wal_senders=0',
  // Two or three cores, short statements, and a container's 64 MB of /dev/shm.
  'max_parallel_workers_per_gather=0',
  'jit=off',
  'timezone=UTC',
  'log_timezone=UTC',
  // Failed statements are reported to the client; here they would put people's data into a log.
  'log_min_messages=log',
  'log_min_error_statement=panic',
  'log_checkpoints=off',
  'logging_collector=off',
].flatMap((setting) => ['-c', setting])

async function stop(child: ChildProcess, exited: Promise<void>): Promise<void> {
  const { pid } = child
  const killer = setTimeout(() => {
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL')
    } catch {
      // It went in the meantime.
    }
  }, STOP_LIMIT_MS)
  child.ref()
  child.stdin?.end()
  await exited
  clearTimeout(killer)
}

async function firstLine(child: ChildProcess): Promise<number | undefined> {
  const line = await new Promise<string>((resolve) => {
    child.stdout?.once('data', (chunk) => resolve(String(chunk)))
    child.once('close', () => resolve(''))
  })
  // A command that forgets stop() may still end: the closing pipe stops the server.
  child.unref()
  for (const stream of [child.stdin, child.stdout]) {
    if (stream && 'unref' in stream && typeof stream.unref === 'function') stream.unref()
  }
  return line === '' ? undefined : Number(line)
}

/** The log's size, once it was cut where it had grown long. */
async function openedSize(logFile: string): Promise<number> {
  const { size } = await stat(logFile).catch(() => ({ size: 0 }))
  if (size <= LOG_LIMIT_BYTES) return size
  await truncate(logFile)
  return 0
}
