/** What a sponsor sees: whom it brought, what it earned by them, and what became of it. */
import { firstName } from '#domain/accounts/first-name.ts'
import { commissionStateOf } from '#domain/commissions/spending.ts'
import { cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import type { UserScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import {
  findAccount,
  findBrought,
  listCommissions,
  listSpendings,
  referralCodeOf,
  sumCommissions,
} from './queries.ts'
import { invitationLink } from './read-invitation.ts'

type Asked = { cursor?: string | undefined; limit: number; origin: string; now: Instant }

export async function readCommissions(db: Db, scope: UserScope, { cursor, limit, origin, now }: Asked) {
  const code = await referralCodeOf(db, scope)
  const settings = await settingsAt(db, scope.marketId, now)
  const page = await listCommissions(db, scope, cursor, limit)
  const spendings = await listSpendings(db, scope)
  return {
    code,
    link: invitationLink(origin, code),
    rules: {
      customerBasisPoints: settings.customerCommissionBasisPoints,
      crewBasisPoints: settings.crewCommissionBasisPoints,
      months: settings.commissionMonths,
      maturityDays: settings.commissionMaturityDays,
      withdrawalMinimumCents: settings.commissionWithdrawalMinimumCents,
    },
    ...(await sumCommissions(db, scope)),
    payoutAccount: await findAccount(db, scope),
    ...(await findBrought(db, scope)),
    spendings: spendings.map(toSpending),
    commissions: page.rows.map(toCommission),
    nextCursor: page.nextCursor,
  }
}

const REVERSED_BY = {
  commission_reversed: 'refund',
  commission_charged_back: 'chargeback',
  commission_refused: 'refusal',
} as const

function toCommission(row: Awaited<ReturnType<typeof listCommissions>>['rows'][number]) {
  const [amountCents, reversedCents] = [cents(row.amount_cents), cents(row.reversed_cents)]
  const usedCents = cents(row.used_cents)
  return {
    id: row.id,
    firstName: firstName(row.name),
    kind: row.kind,
    amountCents,
    reversedCents,
    usedCents,
    state: commissionStateOf({
      amountCents,
      reversedCents,
      usedCents,
      isReleased: row.released_at !== null,
      isParked: row.is_parked,
      lastUse: row.use_kind && { kind: row.use_kind, payoutState: row.payout_state },
    }),
    reversedBy: reversedCents === 0 ? [] : row.reversal_kinds.map((kind) => REVERSED_BY[kind]),
    earnedAt: row.earned_at,
    availableAt: row.available_at,
  }
}

function toSpending(row: Awaited<ReturnType<typeof listSpendings>>[number]) {
  return {
    id: row.id,
    kind: row.kind,
    amountCents: cents(row.amount_cents),
    state: spendingStateOf(row),
    spentAt: row.spent_at,
    arrivesAt: row.arrives_at,
    paidAt: row.paid_at,
  }
}

function spendingStateOf(row: Awaited<ReturnType<typeof listSpendings>>[number]) {
  if (row.undone_at !== null) return 'undone' as const
  if (row.kind === 'credit') return 'used' as const
  // With a crew's next pay, which is not made yet.
  if (row.payout_state === null || row.payout_state === 'failed') return 'waiting' as const
  if (row.payout_state === 'paid') return 'in_bank' as const
  return row.payout_state === 'returned' ? ('returned' as const) : ('on_its_way' as const)
}
