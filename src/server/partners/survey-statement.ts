/** What a statement says by a choice of columns, against all that was imported before and the crews there are. */
import type { UserId } from '#domain/ids.ts'
import { addCents, type Cents, ZERO_CENTS } from '#domain/money.ts'
import type { PartnerMapping } from '#domain/partners/columns.ts'
import { type LineFault, type PartnerLine, readLines, type StatementRow } from '#domain/partners/lines.ts'
import { type CrewMatch, compareWithEarlier, matchCrew } from '#domain/partners/matching.ts'
import { dateAt, type Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { marketZone } from '../market-zone.ts'
import type { OperatorScope } from '../scope.ts'
import { findKnownCrews } from './crew-queries.ts'
import { findEarlierLines } from './line-queries.ts'

export type SurveyedLine = PartnerLine & { readonly match: CrewMatch | null }

export type StatementSurvey = {
  readonly lines: readonly SurveyedLine[]
  readonly totalCents: Cents
  readonly repeatedCount: number
  readonly faults: readonly LineFault[]
  readonly refusedRows: number
  readonly names: ReadonlyMap<UserId, string>
}

export async function surveyStatement(
  db: Db,
  scope: OperatorScope,
  { rows, mapping, now }: { rows: readonly StatementRow[]; mapping: PartnerMapping; now: Instant },
): Promise<StatementSurvey> {
  const read = readLines(rows, mapping, dateAt(now, await marketZone(db, scope)))
  const compared = compareWithEarlier(read.lines, await findEarlierLines(db, scope, read.lines))
  const known = await findKnownCrews(db, scope, compared.fresh)
  const faults = [...read.faults, ...compared.faults].sort((one, other) => one.rowNumber - other.rowNumber)
  return {
    lines: compared.fresh.map((line) => ({ ...line, match: matchCrew(line, known) })),
    totalCents: addCents(ZERO_CENTS, ...compared.fresh.map((line) => line.amountCents)),
    repeatedCount: compared.repeatedCount,
    faults,
    refusedRows: new Set(faults.map(({ rowNumber }) => rowNumber)).size,
    names: known.names,
  }
}
