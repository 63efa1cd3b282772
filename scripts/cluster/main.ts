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
import { printTable } from '../../bench/table.ts'
import { createChance } from '../../sim/chance.ts'
import { ensurePagesBuilt } from '../pages.js'
import { type Deeds, liveOn } from './acts.ts'
import { openCaller } from './caller.ts'
import { openYard } from './children.ts'
import { type House, openHouse } from './house.ts'
import { type Happened, rage, seconds } from './mischief.ts'
import { saveCards, settlePeople } from './people.ts'
import { findPrograms, installPrograms } from './programs.ts'
import { type Proof, prove } from './prove.ts'
import { openTally, type Tally } from './tally.ts'

const LONGEST_AWAY_MS = 15_000
/** For starting, for what is under way at the end, and for the proof. */
const BESIDES_SECONDS = 900
const SETTLE_MS = 90_000

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
  const tally = openTally()
  const caller = openCaller(house.cluster.door.origin, tally)
  const chance = createChance(Number(values.seed))
  const people = await settlePeople(house.app, Math.ceil(minutes * 60 * rate * 0.24))
  await saveCards(people, caller)
  const deeds: Deeds = {
    orders: new Map(),
    calledOff: new Set(),
    completed: new Set(),
    tipped: new Set(),
    photographed: new Set(),
    notes: new Set(),
  }
  const before = [...tally.troubles]
  console.log(
    `${people.work.length} visits are due; ${rate} acts a second for ${minutes} minutes${before.length > 0 ? `; before that ${before.join(', ')}` : ''}`,
  )
  const begun = performance.now()
  const isOver = () => performance.now() - begun > minutes * 60_000
  const scene = { people, caller, tally, deeds, chance }
  const say = (line: string) => console.log(line)
  const [happened] = await Promise.all([
    rage(house.cluster, { chance, tally, isOver, say }),
    liveOn(scene, rate, isOver),
  ])
  const longest = tally.longestGapMs(begun, begun + minutes * 60_000)
  caller.close()
  await house.untilQuiet(SETTLE_MS)
  const proof = await prove(house.app, deeds)
  return report({ happened, tally, deeds, proof, longest })
}

function report({
  happened,
  tally,
  deeds,
  proof,
  longest,
}: {
  happened: readonly Happened[]
  tally: Tally
  deeds: Deeds
  proof: Proof
  longest: number
}): boolean {
  const rows: [string, string][] = [
    ...[...tally.acknowledged].map(([name, many]): [string, string] => [`acts: ${name}`, String(many)]),
    ['orders acknowledged', String(deeds.orders.size)],
    ['called off', String(deeds.calledOff.size)],
    ['visits completed', String(deeds.completed.size)],
    ['tips', String(deeds.tipped.size)],
    ...[...tally.troubles].map(([name, many]): [string, string] => [
      `tried again after ${name}`,
      String(many),
    ]),
    ...[...tally.refused].map(([name, many]): [string, string] => [`refused: ${name}`, String(many)]),
    ['never answered', String(tally.unanswered.length)],
    ['things that died or broke', String(happened.length)],
    ['longest without an answered write', seconds(longest)],
    ['acknowledged and lost', String(proof.lost.length)],
    ['done twice', String(proof.doubled.length)],
    ['otherwise wrong', String(proof.wrong.length)],
  ]
  console.log('')
  printTable(rows)
  const all = [...tally.unanswered, ...proof.lost, ...proof.doubled, ...proof.wrong]
  for (const line of all.slice(0, 40)) console.log(line)
  return all.length === 0 && longest <= LONGEST_AWAY_MS
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
