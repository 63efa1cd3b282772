/** Differences as runs see them and operators explain them. */
import { sql } from 'kysely'
import type { ReconcileDifferenceId, ReconcileRunId, UserId } from '#domain/ids.ts'
import { type DifferenceState, differenceCents, seeDifference } from '#domain/ledger/differences.ts'
import type { Difference } from '#domain/ledger/reconcile-report.ts'
import { cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { pageOf, readTimeMark } from '../page-mark.ts'
import type { OperatorScope } from '../scope.ts'

export type Seen = Difference & { readonly kind: string; readonly marketId: string | null }

/** Answers the ids of those of which operators are to hear. Runs of the same books follow one another. */
export async function saveSeen(
  db: Db,
  { runId, check, now }: { readonly runId: ReconcileRunId; readonly check: string; readonly now: Instant },
  seen: readonly Seen[],
): Promise<{ id: ReconcileDifferenceId; seen: Seen }[]> {
  const alarms: { id: ReconcileDifferenceId; seen: Seen }[] = []
  for (const each of seen) {
    const before = await db
      .selectFrom('reconcile_difference')
      .where('check_name', '=', check)
      .where('subject', '=', each.subject)
      .forUpdate()
      .select(['id', 'state', 'ours_cents', 'theirs_cents'])
      .executeTakeFirst()
    const sighting = seeDifference(
      before === undefined
        ? null
        : { state: before.state, oursCents: before.ours_cents, theirsCents: before.theirs_cents },
      { oursCents: each.ours, theirsCents: each.theirs },
    )
    const facts = {
      sentence: each.sentence.slice(0, 1_000),
      ours_cents: each.ours === null ? null : cents(each.ours),
      theirs_cents: each.theirs === null ? null : cents(each.theirs),
      market_id: each.marketId,
      state: sighting.state,
      last_seen_at: toTimestamp(now),
      last_run_id: runId,
      gone_at: null,
      ...(sighting.isFirst ? { first_seen_at: toTimestamp(now) } : {}),
    }
    const row =
      before === undefined
        ? await db
            .insertInto('reconcile_difference')
            .values({
              ...facts,
              first_seen_at: toTimestamp(now),
              check_name: check,
              subject_kind: each.kind,
              subject: each.subject,
              alarms: 1,
            })
            .returning('id')
            .executeTakeFirstOrThrow()
        : await db
            .updateTable('reconcile_difference')
            .set((eb) => ({ ...facts, alarms: eb('alarms', '+', sighting.isAlarm ? 1 : 0) }))
            .where('id', '=', before.id)
            .returning('id')
            .executeTakeFirstOrThrow()
    if (sighting.isAlarm) alarms.push({ id: row.id, seen: each })
  }
  return alarms
}

/** Whatever stood and was not seen by a run that asked for it is gone. */
export async function markGone(
  db: Db,
  {
    runId,
    checks,
    now,
  }: { readonly runId: ReconcileRunId; readonly checks: readonly string[]; readonly now: Instant },
): Promise<void> {
  await db
    .updateTable('reconcile_difference')
    .set({ state: 'gone', gone_at: toTimestamp(now) })
    .where('state', '<>', 'gone')
    .where('last_run_id', '<>', runId)
    .where('check_name', 'in', [...checks])
    .execute()
}

export async function listDifferences(
  db: Db,
  scope: OperatorScope,
  page: {
    readonly state?: DifferenceState | undefined
    readonly cursor?: string | undefined
    readonly limit: number
  },
) {
  const after = readTimeMark(page.cursor)
  const rows = await differences(db, scope)
    .$if(page.state !== undefined, (query) => query.where('difference.state', '=', page.state!))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(difference.first_seen_at, difference.id) < (${after!.value}::timestamptz, ${after!.id}::uuid)`,
      ),
    )
    .orderBy('difference.first_seen_at', 'desc')
    .orderBy('difference.id', 'desc')
    .limit(page.limit + 1)
    .execute()
  const found = pageOf(rows, page.limit)
  return { differences: found.rows.map(toDifference), nextCursor: found.nextCursor }
}

export async function countOpen(db: Db, { marketId }: OperatorScope): Promise<number> {
  const row = await db
    .selectFrom('reconcile_difference')
    .where('state', '=', 'open')
    .where((eb) => eb.or([eb('market_id', '=', marketId), eb('market_id', 'is', null)]))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

export async function findDifference(db: Db, scope: OperatorScope, id: ReconcileDifferenceId) {
  const row = await differences(db, scope).where('difference.id', '=', id).executeTakeFirst()
  return row === undefined ? null : toDifference(row)
}

/** Of the operator's market, or of none; undefined for any other. */
export function lockDifference(db: Db, { marketId }: OperatorScope, id: ReconcileDifferenceId) {
  return db
    .selectFrom('reconcile_difference')
    .where('id', '=', id)
    .where((eb) => eb.or([eb('market_id', '=', marketId), eb('market_id', 'is', null)]))
    .forUpdate()
    .select(['id', 'state', 'check_name', 'subject'])
    .executeTakeFirst()
}

export async function saveExplained(
  db: Db,
  id: ReconcileDifferenceId,
  { note, by, now }: { readonly note: string; readonly by: UserId; readonly now: Instant },
): Promise<void> {
  await db
    .updateTable('reconcile_difference')
    .set({ state: 'explained', note, explained_by: by, explained_at: toTimestamp(now) })
    .where('id', '=', id)
    .execute()
}

function differences(db: Db, { marketId }: OperatorScope) {
  return db
    .selectFrom('reconcile_difference as difference')
    .leftJoin('users', 'users.id', 'difference.explained_by')
    .where((eb) => eb.or([eb('difference.market_id', '=', marketId), eb('difference.market_id', 'is', null)]))
    .select([
      'difference.id',
      'difference.check_name',
      'difference.subject_kind',
      'difference.subject',
      'difference.sentence',
      'difference.ours_cents',
      'difference.theirs_cents',
      'difference.state',
      'difference.first_seen_at',
      'difference.last_seen_at',
      'difference.gone_at',
      'difference.note',
      'difference.explained_at',
      'users.name as explained_by',
      sql<string>`difference.first_seen_at::text`.as('mark'),
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof differences>['execute']>>[number]

function toDifference(row: Row) {
  const sides = { oursCents: row.ours_cents, theirsCents: row.theirs_cents }
  return {
    id: row.id,
    check: row.check_name,
    subjectKind: row.subject_kind,
    subject: row.subject,
    sentence: row.sentence,
    oursCents: sides.oursCents === null ? null : cents(sides.oursCents),
    theirsCents: sides.theirsCents === null ? null : cents(sides.theirsCents),
    amountCents: cents(differenceCents(sides)),
    state: row.state,
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at,
    goneAt: row.gone_at,
    note: row.note,
    explainedBy: row.explained_by,
    explainedAt: row.explained_at,
  }
}
