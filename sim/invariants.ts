/** What must hold after every day, whatever went wrong on it. Each is one statement that answers the rows that break it. */
import { sql } from 'kysely'
import { settingsIn } from '#domain/settings/book.ts'
import { billingSlot, payoutSlot, slotsOf } from '#domain/settings/slots.ts'
import { DAY_MS, formatInstant, instant } from '#domain/time.ts'
import { lastRun } from '#domain/weekly-slot.ts'
import type { App } from '#server/app.ts'
import { type Db, toTimestamp } from '#server/db/client.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { demoBankOf } from '#server/ports/bank/embedded.ts'
import { settingsTimeline } from '#server/settings/read-settings.ts'
import { MONEY_INVARIANTS } from './invariants-of-money.ts'
import { SHARE_INVARIANTS } from './invariants-of-shares.ts'
import { staysInvariants } from './invariants-of-stays.ts'
import { TERM_INVARIANTS } from './invariants-of-terms.ts'
import { WORK_INVARIANTS } from './invariants-of-work.ts'
import type { Invariant, Moment, Runs } from './moment.ts'

const INVARIANTS = [...WORK_INVARIANTS, ...MONEY_INVARIANTS, ...SHARE_INVARIANTS, ...TERM_INVARIANTS]

export class BrokenInvariant extends Error {
  override name = 'BrokenInvariant'
}

/** Throws BrokenInvariant, naming the seed and the day with which it can be seen again. */
export async function checkInvariants(app: App, moment: Moment): Promise<void> {
  const runs = await runsBefore(app.db, moment)
  for (const invariant of [...INVARIANTS, ...staysInvariants(moment.outside)]) {
    const rows = await rowsBreaking(app.db, invariant, runs, moment)
    if (rows.length > 0) throw brokenBy(moment, invariant.name, rows)
  }
}

/** At most five. */
export async function rowsBreaking(
  db: Db,
  { broken }: Invariant,
  runs: Runs,
  moment: Moment,
): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select * from (${broken(runs, moment)}) as broken limit 5
  `.execute(db)
  return rows
}

/**
 * Our books against themselves, our tables and the provider, by the product's own command. The line holds meanwhile: a
 * night that cannot reach the bank is asked again by its task, and what is looked for here is money.
 */
export async function checkBooks(app: App, moment: Moment): Promise<void> {
  const { faults } = demoBankOf(app.ports.payments)
  const { breaksLine } = faults
  faults.breaksLine = () => false
  const { checks } = await reconcile(app).finally(() => {
    faults.breaksLine = breaksLine
  })
  for (const { name, differences } of checks)
    if (differences.length > 0) throw brokenBy(moment, `reconcile: ${name}`, differences.slice(0, 5))
}

function brokenBy(
  { seed, day, date, now, replay }: Moment,
  name: string,
  rows: readonly unknown[],
): BrokenInvariant {
  const shown = rows.map((row) => `  ${JSON.stringify(row)}`).join('\n')
  return new BrokenInvariant(
    `Seed ${seed}, day ${day} (${date}, ${formatInstant(now)}): ${name}.\n${shown}\n` +
      `See it again: ${replay}`,
  )
}

/** A run has half a day to get through retries, faults and restarts. */
const GRACE_MS = DAY_MS / 2

export async function runsBefore(db: Db, { now, zone, marketId }: Moment): Promise<Runs> {
  const timeline = await settingsTimeline(db, marketId)
  const by = instant(now - GRACE_MS)
  const billing = lastRun(slotsOf(timeline, billingSlot), by, zone)
  const payout = lastRun(slotsOf(timeline, payoutSlot), by, zone)
  return {
    settings: settingsIn(timeline, now),
    billing: toTimestamp(billing.at),
    billingDate: billing.date,
    payout: toTimestamp(payout.at),
    yesterday: toTimestamp(instant(now - DAY_MS)),
  }
}
