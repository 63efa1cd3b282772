/**
 * The peers, each set up as its own pages advise for many short jobs: jobs fetched and completed in batches, workers
 * woken by NOTIFY. They are no dependencies of this house: a folder of their own is asked for them.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Pool } from 'pg'
import type { Place, Queue } from './queue.ts'

type Job = { readonly data: { readonly key: string } }

/** As much of them as is called here. */
type Graphile = {
  readonly Logger: new (log: () => () => void) => unknown
  run(options: object): Promise<{ stop(): Promise<void> }>
  makeWorkerUtils(options: object): Promise<{
    addJobs(jobs: readonly object[]): Promise<unknown>
    release(): Promise<void>
  }>
}
type PgBoss = {
  on(event: 'error', receive: () => void): void
  start(): Promise<unknown>
  stop(options: object): Promise<void>
  createQueue(name: string, options: object): Promise<void>
  insert(name: string, jobs: readonly object[]): Promise<unknown>
  work(name: string, options: object, act: (jobs: readonly Job[]) => Promise<void>): Promise<string>
  offWork(name: string): Promise<void>
}

const WORKERS = 10
const BATCH = 200

export async function openGraphile({ connection, peersFolder }: Place): Promise<Queue> {
  const graphile = await installed<Graphile>(peersFolder, 'graphile-worker')
  const pgPool = new Pool({ ...connection, max: WORKERS + 2 })
  pgPool.on('error', () => {})
  pgPool.on('connect', (client) => client.on('error', () => {}))
  const shared = { pgPool, logger: new graphile.Logger(() => () => {}) }
  const utils = await graphile.makeWorkerUtils(shared)
  return {
    add: async (keys) => {
      await utils.addJobs(keys.map((key) => ({ identifier: 'nothing', payload: { key } })))
    },
    work: async (onDone) => {
      const runner = await graphile.run({
        ...shared,
        noHandleSignals: true,
        taskList: { nothing: async ({ key }: { readonly key: string }) => onDone(key) },
        preset: {
          worker: {
            concurrentJobs: WORKERS,
            localQueue: { size: BATCH },
            completeJobBatchDelay: 0,
            failJobBatchDelay: 0,
          },
        },
      })
      return () => runner.stop()
    },
    close: async () => {
      await utils.release()
      await pgPool.end()
    },
  }
}

export async function openBoss({ connection, peersFolder }: Place): Promise<Queue> {
  const { PgBoss } = await installed<{ readonly PgBoss: new (options: object) => PgBoss }>(
    peersFolder,
    'pg-boss',
  )
  const boss = new PgBoss({ ...connection, max: WORKERS + 2, useListenNotify: true })
  boss.on('error', () => {})
  await boss.start()
  await boss.createQueue('nothing', { notify: true })
  return {
    add: async (keys) => {
      await boss.insert(
        'nothing',
        keys.map((key) => ({ data: { key } })),
      )
    },
    work: async (onDone) => {
      const options = {
        batchSize: BATCH,
        localConcurrency: 3,
        burstWhenBatchFull: true,
        pollingIntervalSeconds: 0.5,
      }
      await boss.work('nothing', options, async (jobs) => jobs.forEach(({ data }) => onDone(data.key)))
      return () => boss.offWork('nothing')
    },
    close: () => boss.stop({ graceful: false }),
  }
}

async function installed<Module>(folder: string, name: string): Promise<Module> {
  const file = createRequire(join(folder, 'package.json')).resolve(name)
  // Not there when types are checked; what is called of it stands above.
  return (await import(pathToFileURL(file).href)) as Module
}
