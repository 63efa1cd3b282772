/** Sponsorships in which something is shared, and what was decided of them. */
import { sql } from 'kysely'
import type { SharedTrait } from '#domain/commissions/identity.ts'
import type { UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { pageOf, readTimeMark } from '../page-mark.ts'
import type { OperatorScope } from '../scope.ts'
import type { Pair } from './identity-queries.ts'

export type ReviewState = 'parked' | 'refused' | 'approved'
export type Review = Awaited<ReturnType<typeof findReviews>>[number]

export function findReviews(db: Db, broughtIds: readonly UserId[]) {
  return db
    .selectFrom('referral_review')
    .where(sql<boolean>`brought_id = any(${[...broughtIds]}::uuid[])`)
    .select(['brought_id', 'sponsor_id', 'state', 'reasons', 'allowed', 'refusal_id'])
    .execute()
}

export async function saveReview(
  db: Db,
  review: Pair & {
    readonly state: 'parked' | 'refused'
    readonly reasons: readonly SharedTrait[]
    readonly refusalId: string | null
    readonly now: Instant
  },
): Promise<void> {
  const found = {
    sponsor_id: review.sponsorId,
    state: review.state,
    reasons: [...review.reasons],
    refusal_id: review.refusalId,
    found_at: toTimestamp(review.now),
    decided_by: null,
    decided_at: null,
  }
  await db
    .insertInto('referral_review')
    .columns(['brought_id', 'sponsor_id', 'market_id', 'state', 'reasons', 'refusal_id', 'found_at'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .where('users.id', '=', review.broughtId)
        .select((select) => [
          'users.id',
          select.val(found.sponsor_id).as('sponsor_id'),
          'users.market_id',
          select.val(found.state).as('state'),
          sql<string[]>`${found.reasons}::text[]`.as('reasons'),
          sql<string | null>`${found.refusal_id}::uuid`.as('refusal_id'),
          sql<typeof found.found_at>`${found.found_at}::timestamptz`.as('found_at'),
        ]),
    )
    .onConflict((conflict) => conflict.column('brought_id').doUpdateSet(found))
    .execute()
}

export function lockReview(db: Db, scope: OperatorScope, broughtId: UserId) {
  return db
    .selectFrom('referral_review')
    .where('brought_id', '=', broughtId)
    .where('market_id', '=', scope.marketId)
    .forUpdate()
    .select(['brought_id', 'sponsor_id', 'state', 'reasons', 'allowed', 'refusal_id'])
    .executeTakeFirst()
}

export async function saveDecision(
  db: Db,
  broughtId: UserId,
  decision: {
    readonly state: 'refused' | 'approved'
    readonly allowed: readonly string[]
    readonly refusalId: string | null
    readonly by: UserId
    readonly note: string
    readonly now: Instant
  },
): Promise<void> {
  await db
    .updateTable('referral_review')
    .set({
      state: decision.state,
      allowed: [...decision.allowed],
      refusal_id: decision.refusalId,
      decided_by: decision.by,
      decided_at: toTimestamp(decision.now),
      note: decision.note,
    })
    .where('brought_id', '=', broughtId)
    .execute()
}

/** A market's, newest first, with what each is about in money. */
export async function listReviews(
  db: Db,
  scope: OperatorScope,
  page: { readonly state: ReviewState; readonly cursor?: string | undefined; readonly limit: number },
) {
  const after = readTimeMark(page.cursor)
  const rows = await db
    .selectFrom('referral_review as review')
    .innerJoin('users as brought', 'brought.id', 'review.brought_id')
    .innerJoin('users as sponsor', 'sponsor.id', 'review.sponsor_id')
    .leftJoin('users as decider', 'decider.id', 'review.decided_by')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('commission')
          .whereRef('commission.brought_id', '=', 'review.brought_id')
          .whereRef('commission.sponsor_id', '=', 'review.sponsor_id')
          .select([
            sql<number>`coalesce(sum(amount_cents - reversed_cents - used_cents), 0)::bigint`.as(
              'unpaid_cents',
            ),
            sql<number>`coalesce(sum(used_cents), 0)::bigint`.as('paid_cents'),
            sql<number>`coalesce(sum(refused_cents), 0)::bigint`.as('refused_cents'),
          ])
          .as('money'),
      (join) => join.onTrue(),
    )
    .where('review.market_id', '=', scope.marketId)
    .where('review.state', '=', page.state)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(review.found_at, review.brought_id) < (${after!.value}::timestamptz, ${after!.id}::uuid)`,
      ),
    )
    .orderBy('review.found_at', 'desc')
    .orderBy('review.brought_id', 'desc')
    .limit(page.limit + 1)
    .select([
      'review.brought_id as id',
      'review.state',
      'review.reasons',
      'review.found_at',
      'review.decided_at',
      'review.note',
      'brought.name as brought_name',
      'brought.email as brought_email',
      'brought.type as brought_type',
      'sponsor.id as sponsor_id',
      'sponsor.name as sponsor_name',
      'sponsor.email as sponsor_email',
      'decider.name as decided_by_name',
      'money.unpaid_cents',
      'money.paid_cents',
      'money.refused_cents',
      sql<string>`review.found_at::text`.as('mark'),
    ])
    .execute()
  return pageOf(rows, page.limit)
}
