/** What came of it, as a table, and whether it may be so. */
import { printTable } from '../../bench/table.ts'
import type { Deeds } from './acts.ts'
import type { Listeners } from './listeners.ts'
import { type Happened, seconds } from './mischief.ts'
import type { Proof } from './prove.ts'
import type { Tally } from './tally.ts'

type Outcome = {
  readonly happened: readonly Happened[]
  readonly tally: Tally
  readonly deeds: Deeds
  readonly proof: Proof
  readonly longest: number
  readonly listeners: Listeners
  /** What those who listen should have been told of. */
  readonly awaited: readonly string[]
}

const LONGEST_AWAY_MS = 15_000
const MOST_SHOWN = 40

export function report({ happened, tally, deeds, proof, longest, listeners, awaited }: Outcome): boolean {
  // Who is told to read everything anew has missed nothing.
  const unheard = listeners.counts.resyncs > 0 ? [] : listeners.unheard(awaited)
  const rows: [string, string | number][] = [
    ...namedBy(tally.acknowledged, 'acts'),
    ['orders acknowledged', deeds.orders.size],
    ['called off', deeds.calledOff.size],
    ['visits completed', deeds.completed.size],
    ['tips', deeds.tipped.size],
    ...namedBy(tally.troubles, 'tried again after'),
    ...namedBy(tally.refused, 'refused'),
    ['streams begun again', listeners.counts.begunAgain],
    ['told to read all anew', listeners.counts.resyncs],
    [`of ${awaited.length} completions never told`, unheard.length],
    ['never answered', tally.unanswered.length],
    ['things that died or broke', happened.length],
    ['longest without an answered write', seconds(longest)],
    ['acknowledged and lost', proof.lost.length],
    ['done twice', proof.doubled.length],
    ['otherwise wrong', proof.wrong.length],
  ]
  console.log('')
  printTable(rows.map(([name, value]) => [name, String(value)]))
  const wrong = [
    ...tally.unanswered,
    ...proof.lost,
    ...proof.doubled,
    ...proof.wrong,
    ...unheard.map((id) => `nobody was told of ${id}`),
  ]
  for (const line of wrong.slice(0, MOST_SHOWN)) console.log(line)
  return wrong.length === 0 && longest <= LONGEST_AWAY_MS
}

function namedBy(counts: ReadonlyMap<string, number>, before: string): [string, number][] {
  return [...counts].map(([name, many]): [string, number] => [`${before}: ${name}`, many])
}
