/**
 * A primary and its synchronous standby under Patroni, with one etcd between them. Everything that goes from one to the
 * other, to etcd and to whoever asks goes over ways that can be cut.
 */
import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { freePort } from '#testing/free-port.ts'
import type { Child, Yard } from './children.ts'
import { nodeConfig, type NodePlan, type Secrets } from './node-config.ts'
import type { Programs } from './programs.ts'
import { openWay, type Way } from './way.ts'

export type Pair = {
  /** Leads to the primary, whoever it is; cut where that changes. */
  readonly way: Way
  /** Leads to the other one, also while it follows nobody. */
  readonly standbyWay: Way
  primary(): number | null
  /** The standby has every commit before it is answered. */
  isSafe(): Promise<boolean>
  /** As when its machine loses power. */
  killNode(index: number): Promise<void>
  startNode(index: number): void
  /** Nobody reaches it, and it reaches nobody. */
  setIsolated(index: number, isIsolated: boolean): void
  close(): Promise<void>
}

type Node = NodePlan & {
  readonly etcdWay: Way
  readonly dataWay: Way
  child: Child | null
  isIsolated: boolean
}

const LOOK_MS = 400
const members = z.object({
  members: z.array(z.object({ name: z.string(), role: z.string(), state: z.string() })),
})

export async function openPair(yard: Yard, programs: Programs, secrets: Secrets): Promise<Pair> {
  const etcdPort = await startEtcd(yard, programs)
  const nodes = [await planNode(yard, 'a', etcdPort), await planNode(yard, 'b', etcdPort)]
  const state: { primary: number | null } = { primary: null }
  const way = await openWay(() => (state.primary === null ? null : nodes[state.primary]!.port))
  const standbyWay = await openWay(() => (state.primary === null ? null : nodes[1 - state.primary]!.port))
  const look = async () => {
    const primary = await findPrimary(nodes)
    if (primary === state.primary) return
    state.primary = primary
    way.cut()
    standbyWay.cut()
  }
  const looking = setInterval(() => void look(), LOOK_MS)
  const startNode = (index: number) => {
    const node = nodes[index]!
    const config = join(yard.folder, `${node.name}.yml`)
    writeFileSync(config, nodeConfig(node, secrets, programs.postgres))
    node.child = yard.start(`patroni-${node.name}`, [programs.patroni, config])
  }
  const killNode = async (index: number) => {
    const node = nodes[index]!
    await node.child?.end('SIGKILL')
    killPostgres(node.dataFolder)
  }
  return {
    way,
    standbyWay,
    primary: () => state.primary,
    isSafe: async () => state.primary !== null && hasStandby(nodes[state.primary]!),
    killNode,
    startNode,
    setIsolated: (index, isIsolated) => {
      const node = nodes[index]!
      node.isIsolated = isIsolated
      node.etcdWay.setShut(isIsolated)
      node.dataWay.setShut(isIsolated)
    },
    close: async () => {
      clearInterval(looking)
      for (const index of nodes.keys()) await killNode(index)
      for (const { etcdWay, dataWay } of nodes) {
        etcdWay.close()
        dataWay.close()
      }
      way.close()
      standbyWay.close()
    },
  }
}

async function startEtcd(yard: Yard, { etcd }: Programs): Promise<number> {
  const [port, peerPort] = [await freePort(), await freePort()]
  const [url, peerUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`]
  yard.start('etcd', [
    etcd,
    `--data-dir=${ownFolder(yard, 'etcd')}`,
    `--listen-client-urls=${url}`,
    `--advertise-client-urls=${url}`,
    `--listen-peer-urls=${peerUrl}`,
    `--initial-advertise-peer-urls=${peerUrl}`,
    `--initial-cluster=default=${peerUrl}`,
  ])
  for (let tries = 0; tries < 100; tries++) {
    if (
      await fetch(`${url}/health`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return port
    await sleep(200)
  }
  throw new Error(`etcd did not start; its log is ${join(yard.folder, 'etcd.log')}.`)
}

async function planNode(yard: Yard, name: string, etcdPort: number): Promise<Node> {
  const port = await freePort()
  const [etcdWay, dataWay] = [await openWay(() => etcdPort), await openWay(() => port)]
  return {
    name,
    port,
    apiPort: await freePort(),
    dataFolder: join(ownFolder(yard, `postgres-${name}`), 'data'),
    socketFolder: ownFolder(yard, `socket-${name}`),
    etcdPort: etcdWay.port,
    reachedAt: dataWay.port,
    etcdWay,
    dataWay,
    child: null,
    isIsolated: false,
  }
}

/** Whoever says so and may be asked; never two at a time. */
async function findPrimary(nodes: readonly Node[]): Promise<number | null> {
  const answers = await Promise.all(
    nodes.map(async ({ apiPort, isIsolated }) =>
      isIsolated
        ? false
        : fetch(`http://127.0.0.1:${apiPort}/primary`, { signal: AbortSignal.timeout(1_500) }).then(
            ({ status }) => status === 200,
            () => false,
          ),
    ),
  )
  const said = answers.filter(Boolean).length
  return said === 1 ? answers.indexOf(true) : null
}

async function hasStandby({ apiPort }: Node): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${apiPort}/cluster`, { signal: AbortSignal.timeout(1_500) })
    const known = members.parse(await answer.json()).members
    return known.some(({ role, state }) => role === 'sync_standby' && /running|streaming/.test(state))
  } catch {
    return false
  }
}

/** Its main process and every session of it, by their numbers. */
function killPostgres(dataFolder: string): void {
  let main: number
  try {
    main = Number(readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return
  }
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .flatMap((found) => (found ? [{ pid: Number(found[1]), parent: Number(found[2]), text: found[3]! }] : []))
  // The number may be another process's by now.
  const isOurs = rows.some(({ pid, text }) => pid === main && text.includes(dataFolder))
  if (!isOurs) return
  for (const { pid } of rows.filter(({ pid, parent }) => pid === main || parent === main)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It went with its main process.
    }
  }
}

/** Of whoever runs the database. */
export function ownFolder({ folder, identity }: Yard, name: string): string {
  const path = join(folder, name)
  mkdirSync(path, { mode: 0o700 })
  if (identity.uid !== undefined && identity.gid !== undefined) chownSync(path, identity.uid, identity.gid)
  return path
}
