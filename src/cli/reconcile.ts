/** `npm run reconcile`: proves the books against our tables and the payment provider; ends with 1 where they differ. */

import type { ReconcileReport } from '#domain/ledger/reconcile-report.ts'
import { formatCents } from '#domain/money.ts'
import { readConfig } from '#server/config.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { openApp } from '#server/open.ts'
import { failWith, say } from './terminal.ts'

const SHOWN_DIFFERENCES = 100

async function run(): Promise<void> {
  const app = await openApp({ ...readConfig(process.env), logLevel: 'fatal' })
  try {
    const report = await reconcile(app)
    for (const line of linesOf(report)) say(line)
    process.exitCode = report.isBalanced ? 0 : 1
  } finally {
    await app.close()
  }
}

/** A table of the checks, then every difference by name. */
export function linesOf({ checks, isBalanced }: ReconcileReport): string[] {
  const rows = checks.map(({ name, count, amountCents, differences, explained = [] }) => [
    name,
    String(count),
    formatCents(amountCents),
    [
      differences.length === 0 ? 'agrees' : `${differences.length} differ`,
      ...(explained.length === 0 ? [] : [`${explained.length} explained`]),
    ].join(', '),
  ])
  const table = [['what', 'count', 'amount', ''], ...rows]
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]!.length)))
  const differences = checks.flatMap(({ name, differences: each }) =>
    each.map(({ subject, sentence }) => `${name}: ${subject} ${sentence}.`),
  )
  return [
    ...table.map(([what, count, amount, verdict]) =>
      `${what!.padEnd(widths[0]!)}  ${count!.padStart(widths[1]!)}  ${amount!.padStart(widths[2]!)}  ${verdict}`.trimEnd(),
    ),
    ...differences.slice(0, SHOWN_DIFFERENCES),
    isBalanced
      ? 'The books agree to the cent.'
      : `The books do not agree: ${differences.length} differences.`,
  ]
}

if (import.meta.main) run().catch(failWith)
