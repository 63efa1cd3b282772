import { paperNumber } from '#domain/billing/receipt.ts'
import type { PayoutId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { canTryAgain } from '#domain/payouts/again.ts'
import type { Db } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { findDeskPayout, listPayoutJournals, listTransferRows } from './paper-queries.ts'

type Row = NonNullable<Awaited<ReturnType<typeof findDeskPayout>>>

export async function deskPayoutOf(db: Db, scope: OperatorScope, id: PayoutId): Promise<Row> {
  const row = await findDeskPayout(db, scope, id)
  if (row === undefined) throw new Refused('not_found')
  return row
}

export async function readDeskPayout(db: Db, scope: OperatorScope, id: PayoutId) {
  const row = await deskPayoutOf(db, scope, id)
  const [transfers, journals] = await Promise.all([listTransferRows(db, id), listPayoutJournals(db, id)])
  return {
    id,
    number: paperNumber(id),
    timeZone: row.time_zone,
    payee: { id: row.payee_id, name: row.name, phone: row.phone, type: row.type },
    account: row.account_state ?? ('none' as const),
    providerAccountId: row.provider_account_id,
    providerId: row.provider_payout_id,
    failure: row.failure,
    canRetry: canTryAgain(row),
    transfers: transfers.map((transfer) => ({
      number: transfer.number,
      state: transfer.state,
      amountCents: cents(transfer.amount),
      reversedCents: cents(transfer.reversed),
      providerId: transfer.provider_transfer_id,
      paymentId: transfer.payment_id,
    })),
    journals: journals.map(({ key, kind, at, amount }) => ({ key, kind, at, amountCents: cents(amount) })),
  }
}
