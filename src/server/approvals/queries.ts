import { sql } from 'kysely'
import type { ApprovalId, DisputeId, PaymentId, UserId } from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { ApprovalKind, ApprovalState } from '#domain/staff/second-person.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { OperatorScope } from '../scope.ts'

/** What somebody asks for, with what it is about. */
export type Asked = {
  readonly kind: ApprovalKind
  readonly paymentId: PaymentId | null
  readonly disputeId: DisputeId | null
  readonly warningId: string | null
  /** Only of credit before it is known of the others. */
  readonly customerId: UserId | null
  /** Null: all that is left. */
  readonly amountCents: Cents | null
  readonly takesBackCrewPay: boolean
  readonly reason: string
}

type NewApproval = Asked & {
  readonly customerId: UserId
  readonly amountCents: Cents
  readonly marketId: string
  readonly askedBy: UserId
  readonly now: Instant
  readonly expiresAt: Instant
}

/** Undefined where the same waits already. */
export async function insertApproval(db: Db, asked: NewApproval): Promise<ApprovalId | undefined> {
  const row = await db
    .insertInto('approval')
    .values({
      kind: asked.kind,
      market_id: asked.marketId,
      customer_id: asked.customerId,
      payment_id: asked.paymentId,
      dispute_id: asked.disputeId,
      warning_id: asked.warningId,
      amount_cents: asked.amountCents,
      takes_back_crew_pay: asked.takesBackCrewPay,
      reason: asked.reason,
      asked_by: asked.askedBy,
      asked_at: toTimestamp(asked.now),
      expires_at: toTimestamp(asked.expiresAt),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export type ApprovalRow = NonNullable<Awaited<ReturnType<typeof findApproval>>>

export function findApproval(db: Db, { marketId }: OperatorScope, id: ApprovalId) {
  return approvals(db)
    .where('approval.id', '=', id)
    .where('approval.market_id', '=', marketId)
    .executeTakeFirst()
}

const MOST_OF_A_PAYMENT = 20

export function listApprovalsOf(db: Db, { marketId }: OperatorScope, paymentId: PaymentId) {
  return approvals(db)
    .where('approval.payment_id', '=', paymentId)
    .where('approval.market_id', '=', marketId)
    .orderBy((eb) => eb('approval.state', '=', 'waiting'), 'desc')
    .orderBy('approval.asked_at', 'desc')
    .limit(MOST_OF_A_PAYMENT)
    .execute()
}

/** Of two who decide at once the second waits, and reads what the first decided. */
export async function lockApproval(
  db: Db,
  scope: OperatorScope,
  id: ApprovalId,
): Promise<ApprovalRow | undefined> {
  await sql`select from approval where id = ${id} for update`.execute(db)
  return findApproval(db, scope, id)
}

/** Of whichever market: undefined where it was decided or is not over yet. */
export function expireApproval(db: Db, id: ApprovalId, now: Instant) {
  return db
    .updateTable('approval')
    .set({ state: 'expired', decided_at: toTimestamp(now) })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('expires_at', '<=', toTimestamp(now))
    .returning(['asked_by', 'customer_id', 'amount_cents', 'payment_id'])
    .executeTakeFirst()
}

export async function saveDecided(
  db: Db,
  id: ApprovalId,
  decided: {
    readonly state: ApprovalState
    readonly by: UserId
    readonly note: string
    readonly now: Instant
  },
): Promise<void> {
  await db
    .updateTable('approval')
    .set({
      state: decided.state,
      decided_by: decided.by,
      decided_at: toTimestamp(decided.now),
      note: decided.note,
    })
    .where('id', '=', id)
    .execute()
}

export async function readName(db: Db, userId: UserId): Promise<string> {
  const { name } = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select('name')
    .executeTakeFirstOrThrow()
  return name
}

/** The operators of the market with their role there. */
export function listStaffOf(db: Db, marketId: string) {
  return db
    .selectFrom('users')
    .leftJoin('operator_market', (join) =>
      join.onRef('operator_market.user_id', '=', 'users.id').on('operator_market.market_id', '=', marketId),
    )
    .where('users.type', '=', 'Operator')
    .where((eb) =>
      eb.or([eb('users.staff_role', 'is not', null), eb('operator_market.role', 'is not', null)]),
    )
    .limit(MOST_STAFF)
    .select((eb) => ['users.id', eb.fn.coalesce('users.staff_role', 'operator_market.role').as('role')])
    .execute()
}

const MOST_STAFF = 200

function approvals(db: Db) {
  return db
    .selectFrom('approval')
    .innerJoin('users as customer', 'customer.id', 'approval.customer_id')
    .innerJoin('users as asker', 'asker.id', 'approval.asked_by')
    .leftJoin('users as decider', 'decider.id', 'approval.decided_by')
    .select([
      'approval.id',
      'approval.kind',
      'approval.state',
      'approval.customer_id',
      'approval.payment_id',
      'approval.dispute_id',
      'approval.warning_id',
      'approval.amount_cents',
      'approval.takes_back_crew_pay',
      'approval.reason',
      'approval.asked_by',
      'approval.asked_at',
      'approval.expires_at',
      'approval.decided_by',
      'approval.decided_at',
      'approval.note',
      'customer.name as customer_name',
      'customer.time_zone',
      'asker.name as asker_name',
      'decider.name as decider_name',
    ])
}

export const amountOf = (row: { readonly amount_cents: number }): Cents => cents(row.amount_cents)
