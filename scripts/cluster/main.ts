/**
 * `npm run cluster -- --minutes 10 [--servers 2] [--rate 12] [--seed 1] [--install]`: several servers behind a door,
 * pgbouncer, a primary and its synchronous standby, all on this machine, while people live there and one thing after
 * another dies. Ends with 1 where something that was acknowledged is lost, something happened twice, the books differ,
 * or nobody was answered for longer than a change of the primary may take. The logs of all stand in the folder it names.
 */
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createChance } from '../../sim/chance.ts'
import { ensurePagesBuilt } from '../pages.js'
import { liveOn, noDeeds, SHARE_COMPLETED } from './acts.ts'
import { openCaller } from './caller.ts'
import { openYard } from './children.ts'
import { type House, openHouse } from './house.ts'
import { openListeners } from './listeners.ts'
import { rage } from './mischief.ts'
import { saveCards, settlePeople } from './people.ts'
import { findPrograms, installPrograms } from './programs.ts'
import { prove } from './prove.ts'
import { report } from './report.ts'
import { openTally } from './tally.ts'

/** For starting, for what is under way at the end, and for the proof. */
const BESIDES_SECONDS = 900
const SETTLE_MS = 90_000
/** Of customers, for the whole time. */
const LISTENERS = 6

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    servers: { type: 'string', default: '2' },
    rate: { type: 'string', default: '12' },
    seed: { type: 'string', default: '1' },
    install: { type: 'boolean', default: false },
  },
})

async function run(): Promise<void> {
  const minutes = numberOf('minutes', 0.5, 120)
  const rate = numberOf('rate', 1, 200)
  if (values.install) installPrograms()
  const programs = findPrograms()
  await ensurePagesBuilt(process.execPath)
  const folder = mkdtempSync(join(tmpdir(), 'crew-cluster-'))
  // Whoever runs the database goes through it.
  chmodSync(folder, 0o711)
  const yard = openYard(folder, Math.ceil(minutes * 60) + BESIDES_SECONDS)
  console.log(`Logs are in ${folder}`)
  let house: House | null = null
  const stop = async () => {
    await house?.close()
    await yard.endAll()
  }
  process.once('SIGINT', () => void stop().finally(() => process.exit(130)))
  process.once('SIGTERM', () => void stop().finally(() => process.exit(143)))
  try {
    const opened = await openHouse(yard, programs, {
      servers: numberOf('servers', 1, 8),
      secret: randomBytes(24).toString('hex'),
    })
    house = opened
    const isRight = await live(opened, { minutes, rate })
    if (!isRight) process.exitCode = 1
  } finally {
    await stop()
  }
  if (process.exitCode === undefined) await rm(folder, { recursive: true, force: true })
}

async function live(house: House, { minutes, rate }: { minutes: number; rate: number }): Promise<boolean> {
  const { app, cluster } = house
  const tally = openTally()
  const caller = openCaller(cluster.door.origin, tally)
  const chance = createChance(Number(values.seed))
  const people = await settlePeople(app, Math.ceil(minutes * 60 * rate * SHARE_COMPLETED))
  await saveCards(people, caller)
  const listening = people.customers.slice(0, LISTENERS)
  const theirs = people.work.filter(({ customer }) => listening.includes(customer))
  const listeners = openListeners(cluster.door.origin, listening)
  const deeds = noDeeds()
  console.log(`${people.work.length} visits are due; ${rate} acts a second for ${minutes} minutes`)
  const begun = performance.now()
  const isOver = () => performance.now() - begun > minutes * 60_000
  const say = (line: string) => console.log(line)
  const [happened] = await Promise.all([
    rage(cluster, { chance, tally, isOver, say }),
    liveOn({ people, caller, tally, deeds, chance }, rate, isOver),
  ])
  const until = Math.max(begun + minutes * 60_000, ...happened.map(({ untilAt }) => untilAt))
  const longest = tally.longestGapMs(begun, until)
  caller.close()
  await house.untilQuiet(SETTLE_MS)
  listeners.close()
  const awaited = theirs.map(({ visitId }) => visitId).filter((id) => deeds.completed.has(id))
  const proof = await prove(app, deeds)
  return report({ happened, tally, deeds, proof, longest, listeners, awaited })
}

function numberOf(name: 'minutes' | 'rate' | 'servers', least: number, most: number): number {
  const given = Number(values[name])
  if (given >= least && given <= most) return given
  throw new Error(`--${name} is a number from ${least} to ${most}.`)
}

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
