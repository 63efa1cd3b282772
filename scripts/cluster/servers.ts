/** The servers of the cluster: `npm start` as it is, each with a port of its own on one shared folder. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Child, Yard } from './children.ts'

export type Servers = {
  readonly ports: readonly number[]
  startAll(): void
  /** Without a word; it comes back by itself. */
  kill(index: number): Promise<void>
  /** As for a new release: it finishes what it has, and comes back. */
  restart(index: number): Promise<void>
}

const AGAIN_AFTER_MS = 1_000
const COMMAND = join(import.meta.dirname, '../../src/cli/start.ts')

export function planServers(
  yard: Yard,
  ports: readonly number[],
  environment: Readonly<Record<string, string>>,
): Servers {
  const running = new Map<number, Child>()
  const start = (index: number) => {
    const child = yard.start(`server-${index}`, [process.execPath, COMMAND], {
      isOwn: true,
      environment: { ...environment, PORT: String(ports[index]) },
    })
    running.set(index, child)
    // Who finds no database at its start goes again, as under any supervisor.
    void child.exited.then(async () => {
      await sleep(AGAIN_AFTER_MS)
      if (running.get(index) === child && yard.isOpen()) start(index)
    })
  }
  const endAndStart = async (index: number, signal: 'SIGKILL' | 'SIGTERM') => {
    const child = running.get(index)
    running.delete(index)
    await child?.end(signal)
    start(index)
  }
  return {
    ports,
    startAll: () => {
      for (const index of ports.keys()) start(index)
    },
    kill: (index) => endAndStart(index, 'SIGKILL'),
    restart: (index) => endAndStart(index, 'SIGTERM'),
  }
}
