/** A process that works on the queue of a database, and whose mailer never answers: it says so and hangs. */
import pino from 'pino'
import { openDatabase } from '#server/db/client.ts'
import { readConfig } from '#server/config.ts'
import { createEmbeddedPorts } from '#server/ports/embedded.ts'
import { createVirtualClock } from '#server/ports/clock/embedded.ts'
import { visitFollowUps } from '#server/follow-ups/follow-visits.ts'
import { stayFollowUps } from '#server/follow-ups/follow-stays.ts'
import { runOneTask } from '#server/workers/run-tasks.ts'

const { connection, now, dataDirectory } = JSON.parse(process.argv[2]!)
const { db } = openDatabase(connection)
const clock = createVirtualClock(now)
const config = readConfig({ CREW_DATA_DIR: dataDirectory, CREW_DEMO: '0', LOG_LEVEL: 'silent' })
const mail = {
  send: () => {
    process.stdout.write('hangs\n')
    return new Promise<never>(() => {})
  },
}
const ports = { ...createEmbeddedPorts({ config, db, clock }), mail }
const log = pino({ level: 'silent' })
setInterval(() => {}, 60_000)
await runOneTask({ config, db, ports, log, followUps: visitFollowUps, stayFollowUps }, 'mail')
