/** Processes that the cluster starts, and how they end: each with a log of its own, none longer than the run. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { join } from 'node:path'

export type Child = {
  readonly name: string
  readonly exited: Promise<void>
  /** Resolves when it is gone. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
}

export type Yard = {
  readonly folder: string
  /** Who runs what refuses to run as root; else whoever runs this. */
  readonly identity: { readonly uid?: number; readonly gid?: number }
  start(name: string, command: readonly string[], options?: ChildOptions): Child
  /** False once everything is to end. */
  isOpen(): boolean
  endAll(): Promise<void>
}

type ChildOptions = {
  readonly isOwn?: boolean
  readonly environment?: Readonly<Record<string, string>>
}

export function openYard(folder: string, longestSeconds: number): Yard {
  const running = new Set<Child>()
  const identity = identityOfDatabase()
  const state = { isOpen: true }
  return {
    folder,
    identity,
    start: (name, [command = '', ...rest], { isOwn = false, environment = {} } = {}) => {
      const log = openSync(join(folder, `${name}.log`), 'a')
      // Should this process be killed, what it started is gone soon after the run would have been over.
      const child = spawn('timeout', ['--signal=KILL', String(longestSeconds), command, ...rest], {
        ...(isOwn ? {} : identity),
        cwd: isOwn ? process.cwd() : '/',
        env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', ...environment },
        detached: true,
        stdio: ['ignore', log, log],
      })
      const known = toChild(name, child)
      running.add(known)
      child.once('exit', () => running.delete(known))
      return known
    },
    isOpen: () => state.isOpen,
    endAll: async () => {
      state.isOpen = false
      await Promise.all([...running].map((child) => child.end('SIGKILL')))
    },
  }
}

function toChild(name: string, child: ChildProcess): Child {
  const isRunning = () => child.exitCode === null && child.signalCode === null && child.pid !== undefined
  child.on('error', () => {})
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    name,
    exited,
    end: async (signal) => {
      if (!isRunning()) return
      // `timeout` passes a gentle word on; a hard one it does not live to pass.
      if (signal === 'SIGTERM') child.kill(signal)
      else process.kill(-child.pid!, signal)
      await exited
    },
  }
}

/** PostgreSQL and pgbouncer run as nobody who may do everything. */
function identityOfDatabase(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const numberOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: numberOf('-u'), gid: numberOf('-g') }
}
