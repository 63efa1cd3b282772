/** What people ask all day and what comes round by itself, each as an operation to be measured. */
import type { FastifyInstance } from 'fastify'
import type { EndpointKey } from '#contract/endpoint.ts'
import { DEFAULT_TIME_ZONE, dateAt } from '#domain/time.ts'
import type { App } from '#server/app.ts'
import { openDatabase } from '#server/db/client.ts'
import type { OpenedApp } from '#server/open.ts'
import { enqueue } from '#server/tasks/queue.ts'
import { schedules } from '#server/workers/register-tasks.ts'
import { runDueTasks } from '#server/workers/run-tasks.ts'
import { buildOperator, signedIn } from '#testing/build.ts'
import { createClient } from '#testing/client.ts'
import { hotCalls } from '#testing/hot-calls.ts'
import { meet } from '#testing/meet.ts'

type Operation = readonly [name: string, act: () => Promise<unknown>]

/** All hot calls by one of each kind; the same call asked in another way has a number. */
export async function hotOperations(app: OpenedApp, server: FastifyInstance): Promise<Operation[]> {
  const house = { app, client: () => createClient(server, app) }
  // Whom to ask for is looked for among all visits there are.
  const unhurried = openDatabase(app.ownerConnection, { statementTimeoutMs: 0, maxConnections: 1 })
  const met = await meet(app, unhurried.db)
  await unhurried.close()
  const clients = {
    customer: await signedIn(house, { userId: met.customerId }),
    crew: await signedIn(house, { userId: met.crewId }),
    operator: await signedIn(house, await buildOperator(app)),
  }
  const today = dateAt(app.ports.clock.now(), DEFAULT_TIME_ZONE)
  const asked = new Map<EndpointKey, number>()
  return hotCalls(clients, met, today).map(({ key, ask }) => {
    const times = (asked.get(key) ?? 0) + 1
    asked.set(key, times)
    return [
      times === 1 ? key : `${key} (${times})`,
      async () => {
        const { status, text } = await ask()
        if (status !== 200) throw new Error(`${key} answered ${status}: ${text}`)
      },
    ]
  })
}

/** Once, in every market, all that comes round: what years left behind is forgotten, sealed, counted and billed. */
export async function catchUp(app: App): Promise<void> {
  const now = app.ports.clock.now()
  const markets = await app.db.selectFrom('market').select('id').execute()
  for (const { kind } of schedules)
    if (kind !== 'reconcile')
      for (const { id } of markets) await enqueue(app.db, kind, { marketId: id, at: now }, { now })
  await runDueTasks(app)
}

/** Not the reconciling: it reads all books on purpose, in slices, once a week. */
export function batchOperations(app: App): Operation[] {
  const { db, ports } = app
  return schedules
    .filter(({ kind }) => kind !== 'reconcile')
    .map(({ kind }) => [
      `task ${kind}`,
      async () => {
        const now = ports.clock.now()
        await enqueue(db, kind, { marketId: 'denver', at: now }, { now })
        await runDueTasks(app)
      },
    ])
}
