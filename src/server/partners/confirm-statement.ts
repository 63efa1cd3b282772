/** An operator confirms a statement: its lines are written once, and those of known crews are earned with them. */
import { randomUUID } from 'node:crypto'
import { type PartnerLineId, type PartnerStatementId, toId } from '#domain/ids.ts'
import { addCents, type Cents, ZERO_CENTS } from '#domain/money.ts'
import { type PartnerMapping, refusePartnerColumns } from '#domain/partners/columns.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { Refused, unlessRefused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { earnLines } from './earn-lines.ts'
import { insertLines } from './line-queries.ts'
import { findSummary, lockStatement, markConfirmed } from './statement-queries.ts'
import { surveyStatement } from './survey-statement.ts'

type Confirmation = {
  readonly statementId: PartnerStatementId
  readonly mapping: PartnerMapping
  /** What the operator saw: where it is something else by now, nothing happens. */
  readonly lineCount: number
  readonly totalCents: number
}

type Confirmed = { readonly lineCount: number; readonly totalCents: Cents; readonly unmatchedCount: number }

/** All of it or nothing. Confirmed again it adds nothing and answers the same. */
export function confirmPartnerStatement(
  app: App,
  scope: OperatorScope,
  confirmation: Confirmation,
): Promise<Confirmed> {
  return inTransaction(app.db, (trx) => confirm(app, trx, scope, confirmation))
}

async function confirm(
  app: App,
  trx: Db,
  scope: OperatorScope,
  { statementId, mapping, lineCount, totalCents }: Confirmation,
): Promise<Confirmed> {
  const now = app.ports.clock.now()
  const statement = await lockStatement(trx, scope, statementId)
  if (statement === undefined) throw new Refused('not_found')
  if (statement.confirmed_at !== null) return readConfirmed(trx, scope, statementId)
  unlessRefused(refusePartnerColumns(mapping) ?? {})
  const survey = await surveyStatement(trx, scope, { rows: statement.rows, mapping, now })
  if (survey.lines.length !== lineCount || survey.totalCents !== totalCents)
    throw new Refused('statement_changed')

  const lines = survey.lines.map((line) => ({ ...line, id: toId<PartnerLineId>(randomUUID()) }))
  await insertLines(trx, scope, statementId, lines)
  const matched = lines.flatMap(({ id, match, period, amountCents }) =>
    match === null ? [] : [{ id, ...match, periodEnd: period.end, amountCents }],
  )
  await earnLines(trx, scope, matched, now)
  const { repeatedCount: repeatedLines, refusedRows } = survey
  await markConfirmed(trx, scope, { statementId, mapping, repeatedLines, refusedRows, now })
  const earnedCents = addCents(ZERO_CENTS, ...matched.map((line) => line.amountCents))
  await recordAudit(trx, {
    at: now,
    actorId: scope.userId,
    action: 'confirm_partner_statement',
    subject: statementId,
    detail: { lines: lines.length, totalCents, earnedCents, repeatedLines, refusedRows },
  })
  return {
    lineCount: lines.length,
    totalCents: survey.totalCents,
    unmatchedCount: lines.length - matched.length,
  }
}

async function readConfirmed(trx: Db, scope: OperatorScope, statementId: PartnerStatementId) {
  const summary = await findSummary(trx, scope, statementId)
  if (summary === null) throw new Refused('not_found')
  const { lineCount, totalCents, unmatchedCount } = summary
  return { lineCount, totalCents, unmatchedCount }
}
