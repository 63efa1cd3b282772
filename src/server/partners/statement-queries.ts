/** Statements as they came, and what is said of them in lists. */
import { sql } from 'kysely'
import type { PartnerStatementId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { PartnerMapping } from '#domain/partners/columns.ts'
import type { StatementRow } from '#domain/partners/lines.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import { type Db, toJson, toTimestamp } from '../db/client.ts'
import { pageOf, readTimeMark } from '../page-mark.ts'
import type { OperatorScope } from '../scope.ts'

type NewStatement = {
  readonly fileName: string
  readonly fileHash: string
  readonly header: readonly string[]
  readonly rows: readonly StatementRow[]
  readonly now: Instant
}

/** Undefined where the same file was sent before. */
export async function insertStatement(
  db: Db,
  scope: OperatorScope,
  { fileName, fileHash, header, rows, now }: NewStatement,
): Promise<PartnerStatementId | undefined> {
  const row = await db
    .insertInto('partner_statement')
    .values({
      market_id: scope.marketId,
      file_name: fileName,
      file_hash: fileHash,
      header: toJson(header),
      rows: toJson(
        rows.map(({ number, cells }) => ({
          number,
          cells: cells?.map((cell) => cell.toWellFormed()) ?? null,
        })),
      ),
      uploaded_by: scope.userId,
      uploaded_at: toTimestamp(now),
    })
    .onConflict((conflict) => conflict.columns(['market_id', 'partner', 'file_hash']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export function findByHash(db: Db, scope: OperatorScope, fileHash: string) {
  return db
    .selectFrom('partner_statement')
    .where('market_id', '=', scope.marketId)
    .where('file_hash', '=', fileHash)
    .select(['id', 'confirmed_at'])
    .executeTakeFirst()
}

const READ = ['id', 'file_name', 'header', 'rows', 'mapping', 'confirmed_at'] as const

export function findStatement(db: Db, scope: OperatorScope, statementId: PartnerStatementId) {
  return db
    .selectFrom('partner_statement')
    .where('id', '=', statementId)
    .where('market_id', '=', scope.marketId)
    .select(READ)
    .executeTakeFirst()
}

/** Locked until the transaction ends: whoever confirms or discards it next sees what came of this. */
export function lockStatement(db: Db, scope: OperatorScope, statementId: PartnerStatementId) {
  return db
    .selectFrom('partner_statement')
    .where('id', '=', statementId)
    .where('market_id', '=', scope.marketId)
    .select(READ)
    .forUpdate()
    .executeTakeFirst()
}

export async function deleteStatement(db: Db, statementId: PartnerStatementId): Promise<void> {
  await db.deleteFrom('partner_statement').where('id', '=', statementId).execute()
}

export async function markConfirmed(
  db: Db,
  scope: OperatorScope,
  confirmed: {
    readonly statementId: PartnerStatementId
    readonly mapping: PartnerMapping
    readonly repeatedLines: number
    readonly refusedRows: number
    readonly now: Instant
  },
): Promise<void> {
  await db
    .updateTable('partner_statement')
    .set({
      mapping: toJson(confirmed.mapping),
      confirmed_by: scope.userId,
      confirmed_at: toTimestamp(confirmed.now),
      repeated_lines: confirmed.repeatedLines,
      refused_rows: confirmed.refusedRows,
    })
    .where('id', '=', confirmed.statementId)
    .execute()
}

export async function listStatements(
  db: Db,
  scope: OperatorScope,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
) {
  const after = readTimeMark(cursor)
  const rows = await summaryRows(db, scope)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(statement.uploaded_at, statement.id) < (${after!.value}::timestamptz, ${after!.id}::uuid)`,
      ),
    )
    .orderBy('statement.uploaded_at', 'desc')
    .orderBy('statement.id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = pageOf(rows, limit)
  return { statements: page.rows.map(toSummary), nextCursor: page.nextCursor }
}

export async function findSummary(db: Db, scope: OperatorScope, statementId: PartnerStatementId) {
  const row = await summaryRows(db, scope).where('statement.id', '=', statementId).executeTakeFirst()
  return row === undefined ? null : toSummary(row)
}

function summaryRows(db: Db, scope: OperatorScope) {
  return db
    .selectFrom('partner_statement as statement')
    .innerJoin('users as uploader', 'uploader.id', 'statement.uploaded_by')
    .leftJoin('users as confirmer', 'confirmer.id', 'statement.confirmed_by')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('partner_line as line')
          .whereRef('line.statement_id', '=', 'statement.id')
          .select([
            sql<number>`count(*)::integer`.as('line_count'),
            sql<number>`coalesce(sum(line.amount_cents), 0)::bigint`.as('total_cents'),
            sql<number>`count(*) filter (where line.crew_id is null)::integer`.as('unmatched_count'),
            sql<number>`coalesce(sum(line.amount_cents) filter (where line.crew_id is null), 0)::bigint`.as(
              'unmatched_cents',
            ),
            sql<LocalDate | null>`min(line.period_start)`.as('period_start'),
            sql<LocalDate | null>`max(line.period_end)`.as('period_end'),
          ])
          .as('sums'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('partner_payment as payment')
          .whereRef('payment.statement_id', '=', 'statement.id')
          .where('payment.voided_at', 'is', null)
          .select(sql<number>`coalesce(sum(payment.amount_cents), 0)::bigint`.as('paid_cents'))
          .as('paid'),
      (join) => join.onTrue(),
    )
    .where('statement.market_id', '=', scope.marketId)
    .select([
      'statement.id',
      'statement.file_name',
      'statement.uploaded_at',
      'statement.confirmed_at',
      'statement.repeated_lines',
      'statement.refused_rows',
      'uploader.name as uploaded_by',
      'confirmer.name as confirmed_by',
      'sums.line_count',
      'sums.total_cents',
      'sums.unmatched_count',
      'sums.unmatched_cents',
      'sums.period_start',
      'sums.period_end',
      'paid.paid_cents',
      sql<number>`jsonb_array_length(statement.rows)`.as('row_count'),
      sql<string>`statement.uploaded_at::text`.as('mark'),
    ])
}

type SummaryRow = Awaited<ReturnType<ReturnType<typeof summaryRows>['execute']>>[number]

function toSummary(row: SummaryRow) {
  return {
    id: row.id,
    fileName: row.file_name,
    uploadedBy: row.uploaded_by,
    uploadedAt: row.uploaded_at,
    confirmedBy: row.confirmed_by,
    confirmedAt: row.confirmed_at,
    periodStart: row.period_start,
    periodEnd: row.period_end,
    rowCount: row.row_count,
    lineCount: row.line_count ?? 0,
    totalCents: cents(row.total_cents ?? 0),
    unmatchedCount: row.unmatched_count ?? 0,
    unmatchedCents: cents(row.unmatched_cents ?? 0),
    repeatedLines: row.repeated_lines,
    refusedRows: row.refused_rows,
    paidCents: cents(row.paid_cents ?? 0),
  }
}
