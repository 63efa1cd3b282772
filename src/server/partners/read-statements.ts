/** Statements and their lines as an operator sees them. */
import type { PartnerStatementId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { readLines } from '#domain/partners/lines.ts'
import { lineFaultSentence } from '#domain/partners/sentences.ts'
import { dateAt, type Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { marketZone } from '../market-zone.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { listLines, listUnmatched } from './line-queries.ts'
import { listPayments, owedInAll } from './payment-queries.ts'
import { findStatement, findSummary, listStatements } from './statement-queries.ts'
import { stateOfEarned } from './read-earned.ts'

type Page = { readonly cursor?: string | undefined; readonly limit: number }

const FAULTS_SHOWN = 200
const PAYMENTS_SHOWN = 100

export async function readPartnerStatements(db: Db, scope: OperatorScope, page: Page) {
  const unmatched = await listUnmatched(db, scope)
  return {
    ...(await listStatements(db, scope, page)),
    owedCents: await owedInAll(db, scope),
    unmatched: unmatched.map((row) => ({
      crewRef: row.crew_ref,
      name: row.name,
      identities: row.identities.flatMap((identity) => identity ?? []),
      lineCount: row.line_count,
      stops: row.stops,
      amountCents: cents(row.amount_cents),
      crew: null,
      matchedBy: null,
    })),
  }
}

export async function readPartnerStatement(
  db: Db,
  scope: OperatorScope,
  { id, ...page }: Page & { readonly id: PartnerStatementId },
  now: Instant,
) {
  const summary = await findSummary(db, scope, id)
  const statement = await findStatement(db, scope, id)
  if (summary === null || statement === undefined) throw new Refused('not_found')
  const { rows, nextCursor } = await listLines(db, id, page)
  return {
    ...summary,
    payments: await listPayments(db, id, PAYMENTS_SHOWN),
    faults: await faultsOf(db, scope, statement),
    lines: rows.map((row) => ({
      id: row.id,
      rowNumber: row.row_number,
      periodStart: row.period_start,
      periodEnd: row.period_end,
      lineId: row.line_ref,
      crewRef: row.crew_ref,
      partnerName: row.crew_name ?? row.crew_ref.replace(/^\w+:/, ''),
      crew: row.crew_id === null || row.our_name === null ? null : { id: row.crew_id, name: row.our_name },
      stops: row.stops,
      amountCents: row.amount_cents,
      state:
        row.available_at === null
          ? ('unmatched' as const)
          : stateOfEarned(row.available_at, row.payout_state, now),
    })),
    nextCursor,
  }
}

/** As they were when it was confirmed: the file and its columns are kept. */
async function faultsOf(
  db: Db,
  scope: OperatorScope,
  { rows, mapping, confirmed_at }: NonNullable<Awaited<ReturnType<typeof findStatement>>>,
): Promise<string[]> {
  if (mapping === null || confirmed_at === null) return []
  const { faults } = readLines(rows, mapping, dateAt(confirmed_at, await marketZone(db, scope)))
  return faults.slice(0, FAULTS_SHOWN).map((fault) => lineFaultSentence(fault, scope.locale))
}
