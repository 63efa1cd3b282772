import { execFile } from 'node:child_process'
import { readFile, readlink, realpath, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode } from '../error-code.ts'

const SOCKET = '.s.PGSQL.5432'
const RUNNING_GRACE_MS = 3_000
const STOPPING_GRACE_MS = 30_000

/** What PostgreSQL writes into `postmaster.pid`. */
export type PostmasterFile = { readonly pid: number; readonly socketDir: string; readonly status: string }

export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid < 1) return undefined
  return { pid, socketDir: lines[4] ?? '', status: (lines[7] ?? '').trim() }
}

/**
 * Waits while the server of a process that just died goes down, clears a lock whose process number now belongs to
 * somebody else (containers give the same numbers again), and refuses in one sentence where a server is alive.
 */
export async function refuseWhenRunning(
  cluster: string,
  dataDir: string,
  log: (sentence: string) => void,
): Promise<void> {
  const startedAt = performance.now()
  let hasSaid = false
  for (;;) {
    const file = await readPostmasterFile(cluster)
    if (!file || !(await isAlive(file, cluster))) return
    const grace = file.status === 'stopping' ? STOPPING_GRACE_MS : RUNNING_GRACE_MS
    if (performance.now() - startedAt > grace) throw alreadyRunning(dataDir)
    if (!hasSaid) log('Waiting for the previous database process to stop …')
    hasSaid = true
    await sleep(50)
  }
}

/** The socket folder of the server that has a cluster open, where there is one. */
export async function findRunning(cluster: string): Promise<string | undefined> {
  const file = await readPostmasterFile(cluster)
  if (!file?.socketDir || !(await isListening(join(file.socketDir, SOCKET)))) return undefined
  return file.socketDir
}

export function alreadyRunning(dataDir: string): Error {
  return new Error(
    `Another Crew is already running on ${dataDir}; stop it first, or set CREW_DATA_DIR to another folder.`,
  )
}

async function isAlive(file: PostmasterFile, cluster: string): Promise<boolean> {
  // The socket answers even across containers that share the folder but not their process numbers.
  if (file.socketDir && (await isListening(join(file.socketDir, SOCKET)))) return true
  const isOurs = await isPostmasterOf(file.pid, cluster)
  if (isOurs === 'stranger') await rm(join(cluster, 'postmaster.pid'), { force: true })
  return isOurs === 'yes'
}

/** `unknown` is left to PostgreSQL's own check. */
async function isPostmasterOf(pid: number, cluster: string): Promise<'yes' | 'no' | 'stranger' | 'unknown'> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === 'ESRCH' ? 'no' : 'unknown'
  }
  if (process.platform === 'linux') {
    // A server stands in its data folder.
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
    if (cwd === undefined) return 'unknown'
    return cwd === (await realpath(cluster)) ? 'yes' : 'stranger'
  }
  const command = await new Promise<string>((resolve) => {
    execFile('ps', ['-o', 'command=', '-p', String(pid)], (_error, stdout) => resolve(stdout))
  })
  if (command === '') return 'unknown'
  return command.includes(cluster) ? 'yes' : 'stranger'
}

async function isListening(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath)
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}
