/** The lines of statements: those that came before, those that wait for a crew, and those that are earned. */
import { sql } from 'kysely'
import type { EarningId, PartnerLineId, PartnerStatementId, UserId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { PartnerLine } from '#domain/partners/lines.ts'
import type { EarlierLine, MatchedBy } from '#domain/partners/matching.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toJson, toTimestamp } from '../db/client.ts'
import { pageOf, readPageMark } from '../page-mark.ts'
import type { OperatorScope } from '../scope.ts'

/** Of the same periods, under the same numbers. */
export async function findEarlierLines(
  db: Db,
  scope: OperatorScope,
  lines: readonly PartnerLine[],
): Promise<EarlierLine[]> {
  const starts = lines.map(({ period }) => period.start).sort()
  const [first, last] = [starts[0], starts.at(-1)]
  if (first === undefined || last === undefined) return []
  const rows = await db
    .selectFrom('partner_line')
    .where('market_id', '=', scope.marketId)
    .where('period_start', '>=', first)
    .where('period_start', '<=', last)
    .where(sql<boolean>`line_ref = any(${[...new Set(lines.map(({ lineId }) => lineId))]}::text[])`)
    .select(['period_start', 'period_end', 'line_ref', 'partner_crew_id', 'email', 'phone', 'amount_cents'])
    .execute()
  return rows.map((row) => ({
    period: { start: row.period_start, end: row.period_end },
    lineId: row.line_ref,
    partnerCrewId: row.partner_crew_id,
    email: row.email,
    phone: row.phone,
    amountCents: row.amount_cents,
  }))
}

/** They wait for a crew. A line that another file brought a moment before is left out. */
export async function insertLines(
  db: Db,
  scope: OperatorScope,
  statementId: PartnerStatementId,
  lines: readonly (PartnerLine & { readonly id: PartnerLineId })[],
): Promise<void> {
  if (lines.length === 0) return
  await sql`
    insert into partner_line (id, statement_id, market_id, row_number, period_start, period_end, crew_ref,
      partner_crew_id, crew_name, email, phone, line_ref, stops, amount_cents)
    select line.id, ${statementId}::uuid, ${scope.marketId}, line."rowNumber", (line.period ->> 'start')::date,
      (line.period ->> 'end')::date, line."crewRef", line."partnerCrewId", line."crewName", line.email, line.phone,
      line."lineId", line.stops, line."amountCents"
    from jsonb_to_recordset(${toJson(lines)}::jsonb) as line (id uuid, "rowNumber" integer, period jsonb, "crewRef" text,
      "partnerCrewId" text, "crewName" text, email text, phone text, "lineId" text, stops integer, "amountCents" bigint)
  `.execute(db)
}

export type EarnedLine = {
  readonly lineId: PartnerLineId
  readonly earningId: EarningId
  readonly crewId: UserId
  readonly matchedBy: MatchedBy
  readonly amountCents: Cents
  readonly earnedAt: Instant
}

/** What crews may be paid for lines that nobody had. */
export async function saveEarnings(
  db: Db,
  lines: readonly EarnedLine[],
  availableAt: Instant,
): Promise<void> {
  const column = <Key extends keyof EarnedLine>(key: Key) => lines.map((line) => line[key])
  const earnedAt = lines.map((line) => toTimestamp(line.earnedAt))
  await sql`
    insert into earning (id, crew_id, kind, amount_cents, earned_at, available_at)
    select id, crew_id, 'partner', amount_cents, earned_at, ${toTimestamp(availableAt)}
    from unnest(${column('earningId')}::uuid[], ${column('crewId')}::uuid[], ${column('amountCents')}::bigint[],
      ${earnedAt}::timestamptz[]) as earned (id, crew_id, amount_cents, earned_at)
  `.execute(db)
  await sql`
    update partner_line set crew_id = earned.crew_id, matched_by = earned.matched_by, earning_id = earned.earning_id
    from unnest(${column('lineId')}::uuid[], ${column('crewId')}::uuid[], ${column('matchedBy')}::text[],
      ${column('earningId')}::uuid[]) as earned (line_id, crew_id, matched_by, earning_id)
    where partner_line.id = earned.line_id
  `.execute(db)
}

/** Locked: whoever matches the same crew meanwhile finds none left. */
export function lockUnmatched(db: Db, scope: OperatorScope, crewRef: string) {
  return db
    .selectFrom('partner_line')
    .where('market_id', '=', scope.marketId)
    .where('crew_ref', '=', crewRef)
    .where('crew_id', 'is', null)
    .orderBy('id')
    .forUpdate()
    .select(['id', 'period_end', 'amount_cents'])
    .execute()
}

/** With the payout that its earning went out with. */
export function lockLine(db: Db, scope: OperatorScope, lineId: PartnerLineId) {
  return db
    .selectFrom('partner_line')
    .innerJoin('earning', 'earning.id', 'partner_line.earning_id')
    .where('partner_line.id', '=', lineId)
    .where('partner_line.market_id', '=', scope.marketId)
    .forUpdate()
    .select([
      'partner_line.id',
      'partner_line.crew_id',
      'partner_line.earning_id',
      'partner_line.amount_cents',
      'partner_line.moves',
      'earning.payout_id',
    ])
    .executeTakeFirst()
}

export async function moveEarning(
  db: Db,
  moved: {
    readonly lineId: PartnerLineId
    readonly earningId: EarningId
    readonly crewId: UserId
    readonly move: number
  },
): Promise<void> {
  await db
    .updateTable('partner_line')
    .set({ crew_id: moved.crewId, matched_by: 'operator', moves: moved.move })
    .where('id', '=', moved.lineId)
    .execute()
  await db.updateTable('earning').set({ crew_id: moved.crewId }).where('id', '=', moved.earningId).execute()
}

const CREWS_SHOWN = 200

/** By whom the partner names, the most money first. */
export async function listUnmatched(db: Db, scope: OperatorScope) {
  const rows = await db
    .selectFrom('partner_line')
    .where('market_id', '=', scope.marketId)
    .where('crew_id', 'is', null)
    .groupBy('crew_ref')
    .orderBy(sql`sum(amount_cents)`, 'desc')
    .orderBy('crew_ref')
    .limit(CREWS_SHOWN)
    .select([
      'crew_ref',
      sql<string | null>`min(crew_name)`.as('name'),
      sql<(string | null)[]>`array[min(partner_crew_id), min(email), min(phone)]`.as('identities'),
      sql<number>`count(*)::integer`.as('line_count'),
      sql<number>`coalesce(sum(stops), 0)::integer`.as('stops'),
      sql<number>`sum(amount_cents)::bigint`.as('amount_cents'),
    ])
    .execute()
  return rows
}

/** Of one statement, in the order of the file. */
export async function listLines(
  db: Db,
  statementId: PartnerStatementId,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
) {
  const after = readPageMark(cursor, (value) => /^\d{1,9}$/.test(value))
  const rows = await db
    .selectFrom('partner_line as line')
    .leftJoin('users', 'users.id', 'line.crew_id')
    .leftJoin('earning', 'earning.id', 'line.earning_id')
    .leftJoin('payout', 'payout.id', 'earning.payout_id')
    .where('line.statement_id', '=', statementId)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(line.row_number, line.id) > (${after!.value}::integer, ${after!.id}::uuid)`),
    )
    .orderBy('line.row_number')
    .orderBy('line.id')
    .limit(limit + 1)
    .select([
      'line.id',
      'line.row_number',
      'line.period_start',
      'line.period_end',
      'line.line_ref',
      'line.crew_ref',
      'line.crew_name',
      'line.crew_id',
      'line.stops',
      'line.amount_cents',
      'users.name as our_name',
      'earning.available_at',
      'payout.state as payout_state',
      sql<string>`line.row_number::text`.as('mark'),
    ])
    .execute()
  return pageOf(rows, limit)
}
