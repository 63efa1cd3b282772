/** `npm run seed -- --seed 7 [--reset]`: the demo city of a seed, in place of the one that is there where told so. */
import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { openApp } from '#server/open.ts'
import { DEMO_SEED, resetDemoCity, seedDemoCity, seedDemoCityOnce } from './demo.ts'
import { createProgress, failWith, say } from './terminal.ts'

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: String(DEMO_SEED) },
      reset: { type: 'boolean', default: false },
    },
  })
  const seed = Number(values.seed)
  if (!Number.isSafeInteger(seed)) throw new Error('--seed takes a whole number.')
  const app = await openApp(readConfig(process.env), { say })
  try {
    const progress = createProgress('Building the demo city')
    if (values.reset) await resetDemoCity(app)
    await seedDemoCity(app, seed, progress)
    await seedDemoCityOnce(app, progress)
    say(`The demo city of seed ${seed} is there.`)
  } finally {
    await app.close()
  }
}

run().catch(failWith)
