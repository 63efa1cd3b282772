/** Payouts as they are made, sent and settled, with the crews and earnings behind them. */
import { sql } from 'kysely'
import { isFrozen } from '#domain/access/frozen.ts'
import type { PayoutId, UserId } from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { Balance, PayoutCrew } from '#domain/payouts/run.ts'
import { type Instant, instant, type LocalDate, MINUTE_MS } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'

/** With the very earnings that it is the sum of: what becomes available a moment later is not among them. */
export type OpenBalance = Balance & { readonly earningIds: readonly string[] }

export type PayableCrew = PayoutCrew & {
  readonly crewId: UserId
  readonly accountId: string | null
}

export const CREWS_AT_ONCE = 200

/** One crew, locked against every other payout of it. */
export async function lockCrew(db: Db, crewId: UserId, now: Instant): Promise<PayableCrew> {
  await db.selectFrom('crew_profile').where('user_id', '=', crewId).forUpdate().select('user_id').execute()
  return readCrew(db, crewId, now)
}

/** What decides whether a crew can be paid. */
export async function readCrew(db: Db, crewId: UserId, now: Instant): Promise<PayableCrew> {
  const row = await db
    .selectFrom('users')
    .leftJoin('payout_account as account', 'account.user_id', 'users.id')
    .where('users.id', '=', crewId)
    .select(['account.account_id', 'account.state', 'account.has_instant_payouts', 'users.frozen_until'])
    .executeTakeFirstOrThrow()
  return toPayable(crewId, row, now)
}

/** What is available and what is owed, for crews that have either. */
export async function balancesOf(
  db: Db,
  crewIds: readonly UserId[],
  at: Instant,
): Promise<Map<UserId, OpenBalance>> {
  if (crewIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('earning')
    .where('crew_id', 'in', [...crewIds])
    .where('payout_id', 'is', null)
    .where('available_at', '<=', toTimestamp(at))
    .groupBy('crew_id')
    .select([
      'crew_id',
      sql<number>`coalesce(sum(amount_cents) filter (where amount_cents > 0), 0)::bigint`.as('available'),
      sql<number>`coalesce(-sum(amount_cents) filter (where amount_cents < 0), 0)::bigint`.as('debt'),
      sql<string[]>`array_agg(id)`.as('earning_ids'),
    ])
    .execute()
  return new Map(
    rows.map((row) => [
      row.crew_id,
      {
        availableCents: cents(row.available),
        debtCents: cents(row.debt),
        earningIds: row.earning_ids,
      },
    ]),
  )
}

export async function lockCrewsWithEarnings(
  db: Db,
  { marketId, at, now, after }: { marketId: string; at: Instant; now: Instant; after: UserId | null },
): Promise<PayableCrew[]> {
  const rows = await db
    .selectFrom('crew_profile')
    .innerJoin('users', 'users.id', 'crew_profile.user_id')
    .leftJoin('payout_account as account', 'account.user_id', 'users.id')
    .where('users.market_id', '=', marketId)
    .$if(after !== null, (query) => query.where('crew_profile.user_id', '>', after!))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('earning')
          .whereRef('earning.crew_id', '=', 'crew_profile.user_id')
          .where('earning.payout_id', 'is', null)
          .where('earning.available_at', '<=', toTimestamp(at))
          .select('earning.id'),
      ),
    )
    .orderBy('crew_profile.user_id')
    .limit(CREWS_AT_ONCE)
    .forUpdate('crew_profile')
    .select([
      'crew_profile.user_id',
      'account.account_id',
      'account.state',
      'account.has_instant_payouts',
      'users.frozen_until',
    ])
    .execute()
  return rows.map((row) => toPayable(row.user_id, row, now))
}

function toPayable(
  crewId: UserId,
  row: {
    account_id: string | null
    state: string | null
    has_instant_payouts: boolean | null
    frozen_until: Instant | null
  },
  now: Instant,
): PayableCrew {
  return {
    crewId,
    accountId: row.account_id,
    isFrozen: isFrozen({ frozenUntil: row.frozen_until }, now),
    canBePaid: row.state === 'ready',
    canBePaidInstantly: row.has_instant_payouts === true,
  }
}

export type LockedPayout = NonNullable<Awaited<ReturnType<typeof lockPayout>>>

export function lockPayout(db: Db, payoutId: PayoutId) {
  return db
    .selectFrom('payout')
    .where('id', '=', payoutId)
    .forUpdate()
    .select([
      'id',
      'crew_id',
      'kind',
      'state',
      'amount_cents',
      'fee_cents',
      'provider_account_id',
      'provider_payout_id',
      'bank_number',
      'asked_at',
      'ask_number',
      'short_since',
      'failure',
      'created_at',
    ])
    .executeTakeFirst()
}

/** Undefined where this period was paid already. */
export async function insertPayout(
  db: Db,
  payout: {
    readonly crew: PayableCrew
    readonly kind: 'weekly' | 'instant' | 'commission'
    readonly amountCents: Cents
    readonly feeCents: Cents
    readonly periodStart: LocalDate
    readonly periodEnd: LocalDate
    readonly now: Instant
  },
): Promise<PayoutId | undefined> {
  const row = await db
    .insertInto('payout')
    .values({
      crew_id: payout.crew.crewId,
      kind: payout.kind,
      period_start: payout.periodStart,
      period_end: payout.periodEnd,
      state: 'sending',
      amount_cents: payout.amountCents,
      fee_cents: payout.feeCents,
      provider_account_id: payout.crew.accountId!,
      created_at: toTimestamp(payout.now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function takeEarnings(db: Db, payoutId: PayoutId, earningIds: readonly string[]): Promise<void> {
  await db
    .updateTable('earning')
    .set({ payout_id: payoutId })
    .where(sql<boolean>`id = any(${earningIds}::uuid[])`)
    .where('payout_id', 'is', null)
    .execute()
}

/** They wait for the next run. */
export async function releaseEarningsOf(db: Db, payoutId: PayoutId): Promise<void> {
  await db.updateTable('earning').set({ payout_id: null }).where('payout_id', '=', payoutId).execute()
}

export function findPayout(db: Db, payoutId: PayoutId) {
  return db
    .selectFrom('payout')
    .where('id', '=', payoutId)
    .select(['state', 'amount_cents', 'provider_account_id'])
    .executeTakeFirstOrThrow()
}

export async function savePayout(
  db: Db,
  payoutId: PayoutId,
  change: {
    readonly state?: LockedPayout['state']
    readonly providerPayoutId?: string | null
    readonly failure?: string | null
    readonly isRefused?: boolean
    readonly bankNumber?: number
    readonly askNumber?: number
    readonly askedAt?: Instant | null
    readonly sentAt?: Instant | null
    readonly shortSince?: Instant | null
    readonly arrivesAt?: Instant | null
    readonly paidAt?: Instant | null
  },
): Promise<void> {
  const { state, providerPayoutId, failure, isRefused, bankNumber, askNumber, ...times } = change
  const at = (time: Instant | null | undefined) =>
    time === undefined || time === null ? time : toTimestamp(time)
  await db
    .updateTable('payout')
    .set({
      state,
      provider_payout_id: providerPayoutId,
      failure,
      is_refused: isRefused,
      bank_number: bankNumber,
      ask_number: askNumber,
      asked_at: at(times.askedAt),
      sent_at: at(times.sentAt),
      short_since: at(times.shortSince),
      arrives_at: at(times.arrivesAt),
      paid_at: at(times.paidAt),
    })
    .where('id', '=', payoutId)
    .execute()
}

/** Those that a market waits for: asked again, read where they should have arrived, sent again where they can be. */
export function listUnderWay(
  db: Db,
  { marketId, now, limit }: { marketId: string; now: Instant; limit: number },
) {
  const soon = toTimestamp(instant(now - 2 * MINUTE_MS))
  return db
    .selectFrom('payout')
    .innerJoin('users', 'users.id', 'payout.crew_id')
    .leftJoin('payout_account as account', 'account.account_id', 'payout.provider_account_id')
    .where('users.market_id', '=', marketId)
    .where((eb) =>
      eb.or([
        eb.and([eb('payout.state', '=', 'sending'), eb('payout.created_at', '<=', soon)]),
        eb.and([
          eb('payout.state', '=', 'in_transit'),
          eb.or([eb('payout.arrives_at', 'is', null), eb('payout.arrives_at', '<=', toTimestamp(now))]),
        ]),
        eb.and([
          eb('payout.state', '=', 'returned'),
          eb.or([
            eb('payout.asked_at', 'is not', null),
            eb.and([
              eb('account.state', '=', 'ready'),
              eb('account.account_id', '=', eb.ref('payout.provider_account_id')),
            ]),
          ]),
        ]),
      ]),
    )
    .orderBy('payout.created_at')
    .limit(limit)
    .select('payout.id')
    .execute()
}

/** An earning of its own, available at once. */
export async function saveFeeRefund(
  db: Db,
  { crewId, feeCents, now }: { crewId: UserId; feeCents: Cents; now: Instant },
): Promise<void> {
  await db
    .insertInto('earning')
    .values({
      crew_id: crewId,
      kind: 'adjustment',
      amount_cents: feeCents,
      earned_at: toTimestamp(now),
      available_at: toTimestamp(now),
    })
    .execute()
}
