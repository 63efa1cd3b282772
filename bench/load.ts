/**
 * More calls than one process can answer, over real HTTP: signed-in reads, every tenth a write and every tenth of what is
 * shed last (finished work), offered at half, once, one and a half times and twice of what it can answer, at rates that do
 * not slow down with the server. Each call's time counts from the moment it was due. The bars: what is admitted is
 * answered with p99 ≤ 500 ms at every rate; whatever is refused says when to come again; of what is shed last a smaller
 * part is refused than of the rest; beside somebody noisy (reads, searches, exports and imports on 64 lines) another's calls are
 * answered with p99 ≤ 500 ms, and none is refused.
 * `npm run bench -- load [--long] [--seconds 6] [--rates 150,300,450] [--capacity 400]`: two minutes besides the start,
 * with `--long` six. What was measured is said as it is, so that a run that is broken off has said what it found.
 */
import { parseArgs } from 'node:util'
import {
  type Answer,
  type Ask,
  atRate,
  judged,
  keepBusy,
  makeNoise,
  openCallers,
  watchingCallers,
} from './load/ask.ts'
import { mixedCall, noises, steadyCall } from './load/calls.ts'
import { meetPeople, type People } from './load/people.ts'
import { startProduct } from './started.ts'
import { printTable } from './table.ts'

const BAR_MS = 500
const NOISE_AT_ONCE = 64
const SHARES = [0.5, 1, 1.5, 2]
/** Asked at once while the capacity is found out: enough to keep it busy, too few to be refused. */
const BUSY_LINES = 16
const STEADY_PER_SECOND = 20
const [SHORT_SECONDS, LONG_SECONDS] = ['6', '30']
/** What an earlier piece left to do is no part of the next one's. */
const PAUSE_MS = 2_000

type Row = readonly string[]

const HEAD: Row = [
  'offered',
  'of it',
  'calls/s',
  'answered/s',
  'p50 ms',
  'p99 ms',
  'refused',
  'otherwise',
  'callers late ms',
]

export async function run(flags: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...flags],
    options: {
      long: { type: 'boolean', default: false },
      seconds: { type: 'string' },
      rates: { type: 'string' },
      capacity: { type: 'string' },
    },
  })
  const seconds = Number(values.seconds ?? (values.long ? LONG_SECONDS : SHORT_SECONDS))
  const begun = performance.now()
  const product = await startProduct()
  const callers = openCallers(product.origin)
  const { ask } = callers
  try {
    console.log(`started in ${((performance.now() - begun) / 1_000).toFixed(0)} s`)
    const people = await meetPeople(product.dataDirectory)
    const askMixed = (index: number, due: number) => ask(mixedCall(people, index), due)
    // Statements have their names and code is compiled before anything is counted.
    await keepBusy(4, 5, (index) => askMixed(index, performance.now()))
    const capacity = Number(
      values.capacity ?? (await keepBusy(BUSY_LINES, seconds, (index) => askMixed(index, performance.now()))),
    )
    console.log(
      `answered with ${BUSY_LINES} lines that wait for their answers: ${capacity.toFixed(0)} calls/s`,
    )
    const rates = values.rates?.split(',').map(Number) ?? SHARES.map((share) => Math.round(share * capacity))
    const offered = await offer(rates, askMixed, seconds)
    const beside = await standBeside(people, ask, seconds)
    console.log()
    printTable([HEAD, ...offered.rows, ...beside.rows])
    console.log(`\n${((performance.now() - begun) / 60_000).toFixed(1)} minutes`)
    if (!offered.isWithin || !beside.isWithin) process.exitCode = 1
  } finally {
    callers.close()
    await product.stop()
  }
}

async function offer(
  rates: readonly number[],
  ask: (index: number, due: number) => Promise<Answer>,
  seconds: number,
) {
  const rows: Row[] = []
  let isWithin = true
  for (const rate of rates) {
    const { result: answers, lateMs } = await watchingCallers(() => atRate(rate, seconds, ask))
    const [last, first] = [true, false].map((isLast) => answers.filter((each) => each.isShedLast === isLast))
    const of = { first: judged(first!, seconds), last: judged(last!, seconds) }
    say(rows, [`${rate}/s`, 'shed first', ...of.first.figures, lateMs.toFixed(0)])
    say(rows, [`${rate}/s`, 'shed last', ...of.last.figures, lateMs.toFixed(0)])
    isWithin &&= [of.first, of.last].every(({ p99, others }) => p99 <= BAR_MS && others === 0)
    isWithin &&= of.last.refusedShare <= of.first.refusedShare
    await pause()
  }
  return { rows, isWithin }
}

/** How somebody fares who asks now and then, alone and while another makes each kind of noise. */
async function standBeside(people: People, ask: Ask, seconds: number) {
  const rows: Row[] = []
  const steady = steadyCall(people)
  let isWithin = true
  for (const [kind, noise] of [['nobody', []], ...Object.entries(noises(people))] as const) {
    const stop = makeNoise(NOISE_AT_ONCE, noise, ask)
    const { result: answers, lateMs } = await watchingCallers(() =>
      atRate(STEADY_PER_SECOND, seconds, (_, due) => ask(steady, due)),
    )
    const made = await stop()
    const of = judged(answers, seconds)
    say(rows, [`${STEADY_PER_SECOND}/s`, `beside ${kind}`, ...of.figures, lateMs.toFixed(0)])
    if (noise.length > 0) say(rows, ['', kind, ...judged(made, seconds).figures, ''])
    isWithin &&= of.p99 <= BAR_MS && of.refusedShare === 0
    await pause()
  }
  return { rows, isWithin }
}

function say(rows: Row[], row: Row): void {
  rows.push(row)
  console.log(row.join('  '))
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
}
