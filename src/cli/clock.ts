/** `npm run clock -- accept`: a person says that the machine's clock is right, and work that waits for it goes on. */
import { formatInstant } from '#domain/time.ts'
import { believeClock } from '#server/clock-watch/queries.ts'
import { readConfig } from '#server/config.ts'
import { openApp } from '#server/open.ts'
import { failWith, say } from './terminal.ts'

async function run(): Promise<void> {
  if (process.argv[2] !== 'accept') throw new Error('Use it as: npm run clock -- accept')
  const app = await openApp(readConfig({ ...process.env, LOG_LEVEL: 'error' }), { say })
  try {
    const now = app.ports.clock.now()
    await believeClock(app.db, now)
    say(`It is ${formatInstant(now)}: servers that run, or start within five minutes, go by it.`)
  } finally {
    await app.close()
  }
}

run().catch(failWith)
