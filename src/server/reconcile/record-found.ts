/** What a slice compared and found: counted for each market, kept, and told to the operators once. */
import { inEachLanguage } from '#domain/language.ts'
import { differenceCents } from '#domain/ledger/differences.ts'
import { cents, formatCents } from '#domain/money.ts'
import type { Db } from '../db/client.ts'
import { notifyAll } from '../notices/notify.ts'
import { findOperatorIds, listOperatorIds } from '../users/queries.ts'
import { type Seen, saveSeen } from './difference-queries.ts'
import { addCount, type Run } from './run-queries.ts'
import { reconcileTexts } from './texts.ts'

export type Found = {
  readonly check: string
  readonly counts: readonly {
    readonly marketId: string | null
    readonly count: number
    readonly amountCents: number
  }[]
  readonly seen: readonly Seen[]
}

type Alarm = Awaited<ReturnType<typeof saveSeen>>[number]

export async function recordFound(trx: Db, run: Run, { check, counts, seen }: Found): Promise<void> {
  const now = run.started_at
  const perMarket = Map.groupBy(seen, ({ marketId }) => marketId)
  const counted = new Set(counts.map(({ marketId }) => marketId))
  const rest = [...perMarket.keys()].filter((marketId) => !counted.has(marketId))
  for (const count of [...counts, ...rest.map((marketId) => ({ marketId, count: 0, amountCents: 0 }))])
    await addCount(trx, {
      runId: run.id,
      check,
      ...count,
      differing: perMarket.get(count.marketId)?.length ?? 0,
    })
  const alarms = await saveSeen(trx, { runId: run.id, check, now }, seen)
  for (const [marketId, own] of Map.groupBy(alarms, (each) => each.seen.marketId))
    await alarm(trx, run, { marketId, own })
}

/** One notice of one difference leads to it; many of the same slice are one notice. */
async function alarm(
  trx: Db,
  run: Run,
  { marketId, own }: { marketId: string | null; own: readonly Alarm[] },
): Promise<void> {
  const operators = marketId === null ? await listOperatorIds(trx) : await findOperatorIds(trx, marketId)
  const [first] = own
  const sides = own.map(({ seen }) => differenceCents({ oursCents: seen.ours, theirsCents: seen.theirs }))
  const amount = formatCents(cents(sides.reduce((sum, each) => sum + each, 0)))
  await notifyAll(
    trx,
    operators.map((to) => ({
      to,
      event: 'payment' as const,
      key: `reconcile:${run.id}:${first!.id}`,
      texts: inEachLanguage((language) => reconcileTexts[language].differs(own.length, amount)),
      url: own.length === 1 ? `/operator/reconcile?difference=${first!.id}` : '/operator/reconcile',
      now: run.started_at,
    })),
  )
}
