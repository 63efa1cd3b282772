/**
 * Charges through a provider that lies, in two servers that die: `npm run bench -- hostile-bank`. `--charges` (10000),
 * `--seed` (1). A double of Stripe loses calls and answers, refuses, breaks, is slow or silent; its webhooks come late,
 * twice, never or too soon; it dies now and then, and a server every few seconds, without a word (SIGKILL); for a day
 * nobody is there, and keys are forgotten. Refunds and debits fail after days, banks charge back, payouts come back, our
 * balance is short, accounts are stopped amid their transfers. The clock of the house runs ahead so that what waits for
 * minutes or days is seen. Ends with 1 where a cent is not where it should be.
 */
import { parseArgs } from 'node:util'
import type { Deeds } from './hostile-bank/deeds.ts'
import { openHouse } from './hostile-bank/house.ts'
import { payCrews, retryFailedRefunds } from './hostile-bank/mischief.ts'
import { type Proof, prove } from './hostile-bank/prove.ts'
import { sow } from './hostile-bank/sow.ts'
import { decideChargebacks, rage } from './hostile-bank/storm.ts'
import { settle } from './hostile-bank/work-left.ts'
import { printTable } from './table.ts'

/** Longer than the retries of a declined card, refunds and banks take. */
const SETTLE_DAYS = 12
const SHOWN_DIFFERENCES = 40

export type Outcome = Proof & { readonly deeds: Deeds; readonly kills: { servers: number; double: number } }

export async function run(flags: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...flags],
    options: { charges: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
  })
  const outcome = await withstand({
    charges: Number(values.charges),
    seed: Number(values.seed),
    say: console.log,
  })
  const rows = Object.entries({
    charges: Number(values.charges),
    ...outcome.figures,
    ...Object.fromEntries([...outcome.deeds].sort()),
    'servers killed': outcome.kills.servers,
    'times the provider died': outcome.kills.double,
    differences: outcome.differences.length,
  })
  printTable(rows.map(([name, count]) => [name, String(count)]))
  for (const difference of outcome.differences.slice(0, SHOWN_DIFFERENCES)) console.log(difference)
  if (outcome.differences.length > 0) process.exitCode = 1
}

export async function withstand({
  charges,
  seed,
  say,
}: {
  charges: number
  seed: number
  say: (sentence: string) => void
}): Promise<Outcome> {
  const house = await openHouse()
  const begun = performance.now()
  const note = (what: string) => say(`${((performance.now() - begun) / 1_000).toFixed(0)} s: ${what}`)
  try {
    const sown = await sow(house, charges)
    note(`${charges} charges are due`)
    await house.startServers()
    const deeds = await rage(house, sown, seed)
    note('every charge has had an answer')
    await house.command('calm')
    await house.serversAreUp()
    await settle(house, 24, 8)
    await decideChargebacks(house, seed, deeds)
    await settle(house, SETTLE_DAYS * 24, 24)
    await retryFailedRefunds(house, sown, deeds)
    await payCrews(house, sown)
    await settle(house, SETTLE_DAYS * 24, 24)
    note('nothing is under way any more')
    const proof = await prove(house, sown)
    const met = Object.entries(Object(await house.command('faults_met')))
    note(`compared; faults met: ${met.map(([kind, count]) => `${String(count)} ${kind}`).join(', ')}`)
    return { ...proof, deeds, kills: house.kills }
  } finally {
    await house.close()
  }
}
