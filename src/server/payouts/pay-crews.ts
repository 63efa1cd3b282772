/**
 * The payout run (product §3): everything available goes out as one payout per crew. What a crew owes is taken off;
 * money that cannot go waits. A batch of crews at a time, their rows locked, so that no second run and no payout on
 * request takes the same earning.
 */
import { sql } from 'kysely'
import { isFrozen } from '#domain/access/frozen.ts'
import type { UserId, PayoutId } from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import { type Balance, decidePayout, type PayoutCrew } from '#domain/payouts/run.ts'
import { isRefusal } from '#domain/refusals.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/settings.ts'
import { addDays, dateAt, type Instant, type LocalDate } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { enqueue } from '../tasks/queue.ts'

/** With the very earnings that it is the sum of: what becomes available a moment later is not among them. */
export type OpenBalance = Balance & { readonly earningIds: readonly string[] }

export type PayableCrew = PayoutCrew & {
  readonly crewId: UserId
  readonly accountId: string | null
}

const CREWS_AT_ONCE = 200

/** Pays the crews after a mark; answers the mark to go on from, null at the end. */
export async function payCrewsBatch(
  db: Db,
  input: { marketId: string; zone: string; at: Instant; now: Instant; after: UserId | null },
): Promise<{ payoutCount: number; lastCrewId: UserId | null }> {
  const crews = await lockCrewsWithEarnings(db, input)
  const balances = await balancesOf(
    db,
    crews.map((crew) => crew.crewId),
    input.at,
  )
  const periodEnd = addDays(dateAt(input.at, input.zone), -1)
  let payoutCount = 0
  for (const crew of crews) {
    const balance = balances.get(crew.crewId)
    if (balance === undefined) continue
    const decision = decidePayout(crew, balance, DEFAULT_SETTINGS)
    if (isRefusal(decision)) continue
    const payoutId = await makePayout(db, {
      crew,
      kind: 'weekly',
      amountCents: decision.amountCents,
      feeCents: cents(0),
      periodStart: addDays(periodEnd, -6),
      periodEnd,
      earningIds: balance.earningIds,
      now: input.now,
    })
    if (payoutId !== null) payoutCount += 1
  }
  return { payoutCount, lastCrewId: crews.length < CREWS_AT_ONCE ? null : crews.at(-1)!.crewId }
}

/** One crew, locked against every other payout of it. */
export async function lockCrew(db: Db, crewId: UserId, now: Instant): Promise<PayableCrew> {
  await db.selectFrom('crew_profile').where('user_id', '=', crewId).forUpdate().select('user_id').execute()
  return readCrew(db, crewId, now)
}

/** What decides whether a crew can be paid. */
export async function readCrew(db: Db, crewId: UserId, now: Instant): Promise<PayableCrew> {
  const row = await db
    .selectFrom('crew_profile')
    .innerJoin('users', 'users.id', 'crew_profile.user_id')
    .where('crew_profile.user_id', '=', crewId)
    .select(['payout_account_id', 'payout_account_state', 'frozen_until'])
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

/**
 * Takes the crew's available earnings into a payout and has it sent. Null where this period was paid already.
 * The caller holds the crew's lock and has decided on the balance as it stands under it.
 */
export async function makePayout(
  db: Db,
  payout: {
    crew: PayableCrew
    kind: 'weekly' | 'instant'
    amountCents: Cents
    feeCents: Cents
    periodStart: LocalDate
    periodEnd: LocalDate
    earningIds: readonly string[]
    now: Instant
  },
): Promise<PayoutId | null> {
  const { crew, now } = payout
  const row = await db
    .insertInto('payout')
    .values({
      crew_id: crew.crewId,
      kind: payout.kind,
      period_start: payout.periodStart,
      period_end: payout.periodEnd,
      state: 'sending',
      amount_cents: payout.amountCents,
      fee_cents: payout.feeCents,
      provider_account_id: crew.accountId!,
      created_at: toTimestamp(now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) return null
  await db
    .updateTable('earning')
    .set({ payout_id: row.id })
    .where(sql<boolean>`id = any(${payout.earningIds}::uuid[])`)
    .where('payout_id', 'is', null)
    .execute()
  await enqueue(db, 'send_payout', { payoutId: row.id }, { now, dedupeKey: row.id })
  return row.id
}

async function lockCrewsWithEarnings(
  db: Db,
  { marketId, at, now, after }: { marketId: string; at: Instant; now: Instant; after: UserId | null },
): Promise<PayableCrew[]> {
  const rows = await db
    .selectFrom('crew_profile')
    .innerJoin('users', 'users.id', 'crew_profile.user_id')
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
    .select(['user_id', 'payout_account_id', 'payout_account_state', 'frozen_until'])
    .execute()
  return rows.map((row) => toPayable(row.user_id, row, now))
}

function toPayable(
  crewId: UserId,
  row: { payout_account_id: string | null; payout_account_state: string; frozen_until: Instant | null },
  now: Instant,
): PayableCrew {
  return {
    crewId,
    accountId: row.payout_account_id,
    isFrozen: isFrozen({ frozenUntil: row.frozen_until }, now),
    canBePaid: row.payout_account_state === 'ready' && row.payout_account_id !== null,
  }
}
