import { readFile, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { parseJson } from '#contract/outside.ts'
import { keysOf } from '#domain/keys.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { marketZone } from '../market-zone.ts'
import { DEADLINES_MS } from '../ports/deadlines.ts'
import type { OperatorScope } from '../scope.ts'
import { LANE_NAMES, LANES } from '../tasks/lanes.ts'
import { whoStandsBehind } from './find-doubles.ts'
import {
  countDue,
  countLater,
  countOpenDifferences,
  countParked,
  findLastRun,
  listAnswers,
  readBackup,
  readDatabase,
} from './health-queries.ts'

const MOST_COUNTED = 1_000
const PACKAGE = join(import.meta.dirname, '../../../package.json')

export async function readHealth(app: App, scope: OperatorScope, now: Instant) {
  const { db, config } = app
  const database = await readDatabase(db)
  return {
    at: now,
    timeZone: await marketZone(db, scope),
    lanes: await readLanes(app, now),
    mostCounted: MOST_COUNTED,
    parked: await countParked(db, MOST_COUNTED),
    providers: await readProviders(app),
    database: {
      bytes: database.bytes,
      connections: database.connections,
      mostConnections: database.most_connections,
      isEmbedded: config.databaseUrl === null,
      replica: app.replica?.state() ?? null,
    },
    disk: await readDisk(config.dataDirectory),
    versions: {
      app: await readVersion(),
      node: process.versions.node,
      database: database.version,
      migration: database.migration,
    },
    backup: await readBackup(db),
    reconcile: await readReconcile(app),
  }
}

async function readLanes({ db }: App, now: Instant) {
  const due = Map.groupBy(await countDue(db, now, MOST_COUNTED), ({ lane }) => lane)
  const later = await countLater(db, now, MOST_COUNTED)
  return LANE_NAMES.map((lane) => ({
    lane,
    workers: LANES[lane].workers,
    due: (due.get(lane) ?? []).map(({ kind, count, oldest_at }) => ({ kind, count, oldestAt: oldest_at })),
    later: later.get(lane) ?? 0,
  }))
}

async function readProviders({ db, config }: App) {
  const answers = new Map((await listAnswers(db)).map((answer) => [answer.port, answer]))
  return keysOf(DEADLINES_MS).map((port) => {
    const last = answers.get(port)
    return {
      port,
      behind: whoStandsBehind(config, port),
      last:
        last === undefined
          ? null
          : {
              isOk: last.is_ok,
              at: last.answered_at,
              tookMs: last.took_ms,
              call: last.call,
              error: last.error,
            },
      failedAt: last?.failed_at ?? null,
    }
  })
}

async function readReconcile({ db }: App) {
  const run = await findLastRun(db)
  if (run === undefined) return null
  return {
    at: run.started_at,
    finishedAt: run.finished_at,
    isComplete: run.kind === 'complete',
    openDifferences: await countOpenDifferences(db, MOST_COUNTED),
  }
}

/** Null on a file system that does not say. */
async function readDisk(folder: string) {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
  } catch {
    return null
  }
}

async function readVersion(): Promise<string> {
  const { version } = z.object({ version: z.string() }).parse(parseJson(await readFile(PACKAGE, 'utf8')))
  return version
}
