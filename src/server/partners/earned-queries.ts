/** What one crew earned with a partner. */
import { sql } from 'kysely'
import { cents } from '#domain/money.ts'
import { type Instant, isLocalDate } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { pageOf, readPageMark } from '../page-mark.ts'
import type { CrewScope } from '../scope.ts'

export async function listEarned(
  db: Db,
  scope: CrewScope,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
) {
  const after = readPageMark(cursor, isLocalDate)
  const rows = await db
    .selectFrom('partner_line as line')
    .innerJoin('earning', 'earning.id', 'line.earning_id')
    .leftJoin('payout', 'payout.id', 'earning.payout_id')
    .where('line.crew_id', '=', scope.userId)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(line.period_end, line.id) < (${after!.value}::date, ${after!.id}::uuid)`),
    )
    .orderBy('line.period_end', 'desc')
    .orderBy('line.id', 'desc')
    .limit(limit + 1)
    .select([
      'line.id',
      'line.period_start',
      'line.period_end',
      'line.line_ref',
      'line.stops',
      'line.amount_cents',
      'earning.available_at',
      'payout.id as payout_id',
      'payout.state as payout_state',
      'payout.paid_at',
      sql<string>`line.period_end::text`.as('mark'),
    ])
    .execute()
  return pageOf(rows, limit)
}

export async function sumEarned(db: Db, scope: CrewScope, now: Instant) {
  const row = await db
    .selectFrom('earning')
    .leftJoin('payout', 'payout.id', 'earning.payout_id')
    .where('earning.crew_id', '=', scope.userId)
    .where('earning.kind', '=', 'partner')
    .select([
      sumWhere(sql<boolean>`payout.id is null and earning.available_at > ${toTimestamp(now)}`).as('waiting'),
      sumWhere(sql<boolean>`payout.id is null and earning.available_at <= ${toTimestamp(now)}`).as(
        'available',
      ),
      sumWhere(sql<boolean>`payout.id is not null and payout.state <> 'paid'`).as('sent'),
      sumWhere(sql<boolean>`payout.state = 'paid'`).as('in_bank'),
    ])
    .executeTakeFirstOrThrow()
  return {
    waitingCents: cents(row.waiting),
    availableCents: cents(row.available),
    sentCents: cents(row.sent),
    inBankCents: cents(row.in_bank),
  }
}

function sumWhere(condition: ReturnType<typeof sql<boolean>>) {
  return sql<number>`coalesce(sum(earning.amount_cents) filter (where ${condition}), 0)::bigint`
}
