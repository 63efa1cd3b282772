import type { PartnerStatementId } from '#domain/ids.ts'
import { addCents, ZERO_CENTS } from '#domain/money.ts'
import { guessPartnerColumns, type PartnerMapping, refusePartnerColumns } from '#domain/partners/columns.ts'
import { lineFaultSentence } from '#domain/partners/sentences.ts'
import { refusalSentence } from '#domain/sentences.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { findStatement } from './statement-queries.ts'
import { type StatementSurvey, type SurveyedLine, surveyStatement } from './survey-statement.ts'

const FAULTS_SHOWN = 200
const CREWS_SHOWN = 500
const LINES_SHOWN = 50
const LONGEST_CELL = 60

/** What confirming would do; changes nothing. */
export async function previewPartnerStatement(
  app: App,
  scope: OperatorScope,
  asked: { statementId: PartnerStatementId; mapping?: PartnerMapping | undefined },
  now: Instant,
) {
  const statement = await findStatement(app.db, scope, asked.statementId)
  if (statement === undefined) throw new Refused('not_found')
  if (statement.confirmed_at !== null) throw new Refused('statement_confirmed')
  const mapping = asked.mapping ?? guessPartnerColumns(statement.header)
  const refusal = refusePartnerColumns(mapping)
  const rows = refusal === null ? statement.rows : []
  const survey = await surveyStatement(app.db, scope, { rows, mapping, now })
  const unmatched = survey.lines.filter(({ match }) => match === null)
  return {
    fileName: statement.file_name,
    header: [...statement.header],
    firstRow: (statement.rows.find(({ cells }) => cells !== null)?.cells ?? []).map((cell) =>
      cell.slice(0, LONGEST_CELL),
    ),
    mapping,
    rowCount: statement.rows.length,
    columnsRefused: refusal === null ? null : refusalSentence(refusal.refused, scope.locale),
    lineCount: survey.lines.length,
    totalCents: survey.totalCents,
    stops: survey.lines.reduce((sum, line) => sum + (line.stops ?? 0), 0),
    unmatchedCount: unmatched.length,
    unmatchedCents: addCents(ZERO_CENTS, ...unmatched.map((line) => line.amountCents)),
    repeatedLines: survey.repeatedCount,
    refusedRows: survey.refusedRows,
    faults: survey.faults.slice(0, FAULTS_SHOWN).map((fault) => lineFaultSentence(fault, scope.locale)),
    crews: crewsOf(survey),
    lines: survey.lines.slice(0, LINES_SHOWN).map((line) => ({
      rowNumber: line.rowNumber,
      periodStart: line.period.start,
      periodEnd: line.period.end,
      lineId: line.lineId,
      partnerName: partnerName(line),
      crewName: nameOf(line, survey),
      stops: line.stops,
      amountCents: line.amountCents,
    })),
  }
}

/** Those of whom nobody knows who they are come first. */
function crewsOf(survey: StatementSurvey) {
  const groups = [...Map.groupBy(survey.lines, ({ crewRef }) => crewRef)].map(([crewRef, lines]) => {
    const first = lines[0]!
    const name = nameOf(first, survey)
    return {
      crewRef,
      name: first.crewName,
      identities: [first.partnerCrewId, first.email, first.phone].flatMap((identity) => identity ?? []),
      lineCount: lines.length,
      stops: lines.reduce((sum, line) => sum + (line.stops ?? 0), 0),
      amountCents: addCents(...lines.map((line) => line.amountCents)),
      crew: first.match === null || name === null ? null : { id: first.match.crewId, name },
      matchedBy: first.match?.matchedBy ?? null,
    }
  })
  const isKnown = ({ crew }: { crew: object | null }) => Number(crew !== null)
  return groups.sort((one, other) => isKnown(one) - isKnown(other)).slice(0, CREWS_SHOWN)
}

function nameOf({ match }: SurveyedLine, { names }: StatementSurvey): string | null {
  return match === null ? null : (names.get(match.crewId) ?? null)
}

/** As the partner would call the crew. */
function partnerName(line: SurveyedLine): string {
  return line.crewName ?? line.partnerCrewId ?? line.email ?? line.phone ?? ''
}
