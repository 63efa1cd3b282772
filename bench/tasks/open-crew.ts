/** Our own queue with tasks that do nothing: mail to a mailer that is none, and ratings of visits that are none. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PoolConfig } from 'pg'
import type { VisitId } from '#domain/ids.ts'
import { readConfig } from '#server/config.ts'
import { openApp } from '#server/open.ts'
import { createSignals } from '#server/signals/create-signals.ts'
import { enqueueAll, taskRow } from '#server/tasks/queries.ts'
import { startWorking } from '#server/workers/start-working.ts'
import type { Queue } from './queue.ts'

export async function openCrew(connection: PoolConfig, isLeased: boolean): Promise<Queue> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'crew-bench-'))
  const config = readConfig({
    CREW_DATA_DIR: dataDirectory,
    CREW_DEMO: '0',
    LOG_LEVEL: 'error',
    DATABASE_URL: urlOf(connection),
  })
  const opened = await openApp(config)
  return {
    add: async (keys) => {
      const now = opened.ports.clock.now()
      const tasks = keys.map((key) =>
        isLeased
          ? taskRow('send_mail', { key, to: 'a@b.c', subject: '', text: '', userId: null }, { now })
          : taskRow('ask_for_rating', { visitId: crypto.randomUUID() as VisitId }, { now }),
      )
      await enqueueAll(opened.db, tasks)
    },
    work: async (onDone) => {
      const mail = { send: async ({ key }: { key: string }) => onDone(key) }
      const app = { ...opened, ports: { ...opened.ports, mail } }
      return startWorking(app, createSignals(opened.directConnection, opened.log))
    },
    close: async () => {
      await opened.close()
      await rm(dataDirectory, { recursive: true, force: true })
    },
  }
}

function urlOf({ user, host, port, database }: PoolConfig): string {
  return `postgres://${user}@localhost/${database}?host=${host}&port=${port}`
}
