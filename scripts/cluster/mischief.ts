/** What happens to the cluster: one thing at a time, each when what was before is mended. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from '../../sim/chance.ts'
import type { Door } from './door.ts'
import type { Pair } from './pair.ts'
import type { Pooler } from './pooler.ts'
import type { Servers } from './servers.ts'
import type { Tally } from './tally.ts'

export type Cluster = {
  readonly pair: Pair
  readonly pooler: Pooler
  readonly servers: Servers
  readonly door: Door
}

export type Happened = {
  readonly atMs: number
  readonly what: string
  /** Until the next write was answered. */
  readonly awayMs: number
  readonly mendedMs: number
  readonly untilAt: number
  /** Tries that met something else than an answer. */
  readonly failedTries: string
}

type Fault = (cluster: Cluster, chance: Chance, turn: number) => Promise<string>

const MENDED_WITHIN_MS = 90_000
const LOOK_MS = 250
const BACK_AFTER_MS = 3_000

const FAULTS: readonly Fault[] = [
  async ({ servers, door }, chance, turn) => {
    const index = chance.whole(0, servers.ports.length - 1, 'server', turn)
    await servers.kill(index)
    await until(() => door.readyCount() < servers.ports.length)
    return `server ${index} killed`
  },
  async ({ pair }) => {
    const index = pair.primary()!
    const change = await changed(pair, index, () => pair.killNode(index))
    await sleep(BACK_AFTER_MS)
    pair.startNode(index)
    return `primary ${nameOf(index)} killed with its Patroni; ${change}`
  },
  async ({ pooler }) => {
    await pooler.kill()
    await sleep(500)
    pooler.start()
    return 'pgbouncer killed'
  },
  async ({ pair }) => {
    pair.way.cut()
    return 'every line to the database cut'
  },
  async ({ pair }) => {
    const index = 1 - pair.primary()!
    await pair.killNode(index)
    await sleep(BACK_AFTER_MS)
    pair.startNode(index)
    return `standby ${nameOf(index)} killed with its Patroni, back after 3 s`
  },
  async ({ servers, door }) => {
    for (const index of servers.ports.keys()) {
      await servers.restart(index)
      await until(() => door.readyCount() === servers.ports.length)
    }
    return 'rolling restart of all servers'
  },
  async ({ pair }) => {
    const index = pair.primary()!
    const change = await changed(pair, index, () => pair.setIsolated(index, true))
    await sleep(BACK_AFTER_MS)
    pair.setIsolated(index, false)
    return `primary ${nameOf(index)} cut off from everybody; ${change}`
  },
  async ({ pair }) => {
    pair.way.setDelay(200)
    await sleep(4_000)
    pair.way.setDelay(0)
    return 'lines to the database 200 ms slower for 4 s'
  },
]

/** Faults in an order that chance gives, every kind once before any comes again; ends with what is mended. */
export async function rage(
  cluster: Cluster,
  {
    chance,
    tally,
    isOver,
    say,
  }: { chance: Chance; tally: Tally; isOver: () => boolean; say: (line: string) => void },
): Promise<Happened[]> {
  const begun = performance.now()
  const happened: Happened[] = []
  let left: Fault[] = []
  for (let turn = 0; !isOver(); turn++) {
    await sleep(chance.whole(2_000, 5_000, 'peace', turn))
    if (isOver()) break
    if (left.length === 0) left = [...FAULTS]
    const [fault] = left.splice(chance.whole(0, left.length - 1, 'fault', turn), 1)
    const from = performance.now()
    const before = new Map(tally.troubles)
    const what = await fault!(cluster, chance, turn)
    await until(() => isWhole(cluster))
    const now = performance.now()
    const known = {
      untilAt: now,
      atMs: from - begun,
      what,
      failedTries: sinceThen(tally.troubles, before),
      awayMs: tally.longestGapMs(from, now),
      mendedMs: now - from,
    }
    happened.push(known)
    say(
      [
        `${seconds(known.atMs)}  ${what}`,
        `failed tries: ${known.failedTries}`,
        `longest without an answered write ${seconds(known.awayMs)}`,
        `whole again after ${seconds(known.mendedMs)}`,
      ].join('; '),
    )
  }
  return happened
}

/** How long nobody was the primary. */
async function changed(pair: Pair, from: number, end: () => void | Promise<void>): Promise<string> {
  const begun = performance.now()
  await end()
  await until(() => pair.primary() !== null && pair.primary() !== from)
  return `another took its place after ${seconds(performance.now() - begun)}`
}

/** A primary, a standby that has everything, and every server ready. */
export async function isWhole({ pair, servers, door }: Cluster): Promise<boolean> {
  return door.readyCount() === servers.ports.length && pair.isSafe()
}

export async function until(
  isSo: () => boolean | Promise<boolean>,
  longestMs = MENDED_WITHIN_MS,
): Promise<void> {
  const end = performance.now() + longestMs
  while (!(await isSo())) {
    if (performance.now() > end)
      throw new Error(`The cluster was not whole again within ${longestMs / 1_000} s.`)
    await sleep(LOOK_MS)
  }
}

function sinceThen(counts: ReadonlyMap<string, number>, before: ReadonlyMap<string, number>): string {
  const more = [...counts].flatMap(([name, many]) => {
    const by = many - (before.get(name) ?? 0)
    return by > 0 ? [`${by} × ${name}`] : []
  })
  return more.join(', ') || 'none'
}

export function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}

function nameOf(index: number): string {
  return 'ab'[index] ?? String(index)
}
