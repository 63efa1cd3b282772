/** Two accounts that are to become one: as they stand, locked, and the pointer that stays. */
import { sql } from 'kysely'
import type { ClosingAccount } from '#domain/accounts/merging.ts'
import { clash } from '#domain/assignments/clash.ts'
import type { UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { OperatorScope } from '../scope.ts'
import { listToDo } from './crew-queries.ts'

/** Work that was begun and is not ended a while later is done or missed. */
const UNDER_WAY_DAYS = 14

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** Undefined for whoever is of no market of the operator's. */
export function findAccount(db: Db, scope: OperatorScope, id: UserId) {
  return db
    .selectFrom('users')
    .leftJoin('payment_method', (join) =>
      join.onRef('payment_method.user_id', '=', 'users.id').on('payment_method.pays_bills', '=', true),
    )
    .leftJoin('payout_account', 'payout_account.user_id', 'users.id')
    .where('users.id', '=', id)
    .where((eb) =>
      eb.or([
        eb('users.market_id', '=', scope.marketId),
        eb.exists(
          eb
            .selectFrom('operator_market')
            .where('operator_market.user_id', '=', scope.userId)
            .whereRef('operator_market.market_id', '=', 'users.market_id')
            .select('operator_market.market_id'),
        ),
      ]),
    )
    .select([
      'users.id',
      'users.type',
      'users.market_id',
      'users.name',
      'users.email',
      'users.phone',
      'users.holds_email',
      'users.holds_phone',
      'users.locale',
      'users.referral_code',
      'users.sponsor_id',
      'users.created_at',
      'payment_method.brand',
      'payment_method.last4',
      'payout_account.bank_name',
      'payout_account.bank_last4',
      'payout_account.bank_fingerprint',
    ])
    .executeTakeFirst()
}

/**
 * In one order, whichever stays. Whatever names one of the two in a new row holds or waits for this lock, so that nothing
 * begins for either while they are merged.
 */
export async function lockAccounts(db: Db, ids: readonly [UserId, UserId]): Promise<void> {
  await db
    .selectFrom('users')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .select('id')
    .execute()
}

type Read = Pick<AccountRow, 'id' | 'type' | 'market_id' | 'bank_fingerprint'>

/** Without what only matters of the one that is closed. */
export async function readStanding(db: Db, { id, type, market_id: marketId, bank_fingerprint: bank }: Read) {
  const { rows } = await sql<{ merged: boolean; leaving: boolean; hospitable: boolean; importing: boolean }>`
    select
      exists (select from account_merge where from_id = ${id}) as merged,
      exists (select from account_closing where user_id = ${id} and taken_back_at is null) as leaving,
      exists (select from hospitable_account where customer_id = ${id} and state <> 'ended') as hospitable,
      exists (select from property_import where customer_id = ${id} and state = 'running')
        or exists (select from bulk_change where customer_id = ${id} and state in ('running', 'undoing', 'giving_up')) as importing
  `.execute(db)
  const { merged, leaving, hospitable, importing } = rows[0]!
  return {
    id,
    type,
    marketId,
    bank,
    isMerged: merged,
    isLeaving: leaving,
    hasHospitable: hospitable,
    isImporting: importing,
  }
}

/** Of the account that is closed. */
export async function readClosing(
  db: Db,
  { kept, closed: account }: { readonly kept: Read; readonly closed: Read },
  now: Instant,
): Promise<ClosingAccount> {
  const { id } = account
  const { rows } = await sql<{
    factor: boolean
    payments: number
    payouts: number
    cases: number
    under_way: number
  }>`
    select
      exists (select from second_factor where user_id = ${id} and confirmed_at is not null) as factor,
      (select count(*)::int from payment where customer_id = ${id}
        and state in ('due', 'charging', 'declined')) as payments,
      (select count(*)::int from payout where crew_id = ${id}
        and state in ('sending', 'in_transit', 'returned')) as payouts,
      (select count(*)::int from dispute where customer_id = ${id} and state in ('open', 'answered'))
        + (select count(*)::int from dispute where crew_id = ${id} and state in ('open', 'answered'))
        + (select count(*)::int from late_completion where crew_id = ${id} and state = 'waiting')
        + (select count(*)::int from refund join payment on payment.id = refund.payment_id
          where payment.customer_id = ${id} and refund.state = 'pending')
        + (select count(*)::int from chargeback join payment on payment.id = chargeback.payment_id
          where payment.customer_id = ${id} and chargeback.state in ('needs_evidence', 'under_review'))
        + (select count(*)::int from approval where customer_id = ${id} and state = 'waiting') as cases,
      (select count(*)::int from visit where (customer_id = ${id} or crew_id = ${id})
        and state in ('en_route', 'in_progress')
        and date >= (${toTimestamp(now)}::timestamptz at time zone 'UTC')::date - ${UNDER_WAY_DAYS}::int)
        + (select count(*)::int from on_demand_order where customer_id = ${id}
          and state in ('booking', 'declined')) as under_way
  `.execute(db)
  const row = rows[0]!
  return {
    ...(await readStanding(db, account)),
    ...(await readBooks(db, id)),
    hasSecondFactor: row.factor,
    openPaymentCount: row.payments,
    openPayoutCount: row.payouts,
    openCaseCount: row.cases,
    underWayCount: row.under_way,
    hasClash: clash(await listToDo(db, kept.id, now), await listToDo(db, id, now)),
  }
}

/** What the books say of a person now; in them its accounts stay its own for ever. */
export async function readBooks(db: Db, id: UserId) {
  const { rows } = await sql<{ owed: number; credit: number; commission: number; earnings: number }>`
    select
      coalesce(sum(abs(amount)) filter (where kind in ('customer_receivable', 'invoice_receivable')), 0)::bigint as owed,
      coalesce(sum(abs(amount)) filter (where kind = 'customer_credit'), 0)::bigint as credit,
      coalesce(sum(abs(amount)) filter (where kind in ('commission_pending', 'commission_available')), 0)::bigint
        as commission,
      coalesce(-sum(amount) filter (where kind = 'crew_payable'), 0)::bigint as earnings
    from (
      select account.kind, sum(posting.amount_cents) as amount
      from ledger_account account join ledger_posting posting on posting.account_id = account.id
      where account.owner_id = ${id} group by account.id, account.kind
    ) as balance
  `.execute(db)
  const { owed, credit, commission, earnings } = rows[0]!
  return {
    owedCents: cents(owed),
    creditCents: cents(credit),
    commissionCents: cents(commission),
    earningsCents: cents(earnings),
  }
}

/** What would move, by indexes of the account's own. */
export async function countMoving(db: Db, id: UserId, now: Instant) {
  const { rows } = await sql<{
    places: number
    weeklyJobs: number
    visitsToCome: number
    visits: number
    orders: number
    payments: number
  }>`
    select
      (select count(*)::int from property where customer_id = ${id} and removed_at is null) as places,
      (select count(*)::int from weekly_job where customer_id = ${id} and state <> 'cancelled') as "weeklyJobs",
      (select count(*)::int from visit where customer_id = ${id} and state in ('scheduled', 'confirmed')
        and date >= (${toTimestamp(now)}::timestamptz at time zone 'UTC')::date - 1
        and ends_at > ${toTimestamp(now)}) as "visitsToCome",
      (select count(*)::int from visit where customer_id = ${id}) as visits,
      (select count(*)::int from on_demand_order where customer_id = ${id}) as orders,
      (select count(*)::int from payment where customer_id = ${id} and kind <> 'invoice_part') as payments
  `.execute(db)
  return rows[0]!
}

type Names = {
  readonly name: string
  readonly email: string
  readonly phone: string | null
  readonly holdsEmail: boolean
  readonly holdsPhone: boolean
}

/**
 * Nobody signs in to the one that is closed, and no address leads to it; its code of invitation leads on. A new code makes
 * the row's key another, so that whoever waited at it by an older view of the world looks anew.
 */
export async function closeAccount(
  db: Db,
  merge: {
    readonly keptId: UserId
    readonly closed: AccountRow
    readonly referralCode: string
    readonly by: UserId
    readonly now: Instant
  },
): Promise<void> {
  const { keptId, closed, referralCode, by, now } = merge
  await db
    .updateTable('users')
    .set({
      email: '',
      phone: null,
      password_hash: null,
      coupon_code: null,
      referral_code: referralCode,
    })
    .where('id', '=', closed.id)
    .execute()
  // Of accounts that were merged into it before, too: one step leads to the one that lives.
  await db.updateTable('account_merge').set({ into_id: keptId }).where('into_id', '=', closed.id).execute()
  await db
    .insertInto('account_merge')
    .values({
      from_id: closed.id,
      into_id: keptId,
      referral_code: closed.referral_code,
      merged_at: toTimestamp(now),
      merged_by: by,
    })
    .execute()
  await sql`delete from search_entry where subject_id = ${closed.id}`.execute(db)
}

/** Of one address there is one holder: before the account that stays can hold it the other lets go of it. */
export async function releaseAddresses(db: Db, closedId: UserId): Promise<void> {
  await db
    .updateTable('users')
    .set({ holds_email: false, holds_phone: false })
    .where('id', '=', closedId)
    .execute()
}

/** What it has none of comes from the other; whoever was kept out stays so. */
export async function saveKept(
  db: Db,
  keptId: UserId,
  { closedId, names }: { readonly closedId: UserId; readonly names: Names },
): Promise<void> {
  await sql`
    update users set
      name = ${names.name}, email = ${names.email}, phone = ${names.phone},
      holds_email = ${names.holdsEmail}, holds_phone = ${names.holdsPhone},
      address = case when users.lat is null then closed.address else users.address end,
      lat = coalesce(users.lat, closed.lat), lng = coalesce(users.lng, closed.lng),
      coupon_code = coalesce(users.coupon_code, closed.coupon_code),
      sponsor_id = coalesce(users.sponsor_id, nullif(closed.sponsor_id, users.id)),
      frozen_until = greatest(users.frozen_until, closed.frozen_until),
      frozen_notes = case when closed.frozen_until > coalesce(users.frozen_until, '-infinity')
        then closed.frozen_notes else users.frozen_notes end,
      created_at = least(users.created_at, closed.created_at)
    from users closed
    where users.id = ${keptId} and closed.id = ${closedId}
  `.execute(db)
}

/** Which of the people that one account brought were brought by the other now; nobody brings itself. */
export async function moveBrought(db: Db, keptId: UserId, closedId: UserId): Promise<void> {
  await sql`
    update users set sponsor_id = nullif(${keptId}::uuid, users.id) where sponsor_id = ${closedId}
  `.execute(db)
}
