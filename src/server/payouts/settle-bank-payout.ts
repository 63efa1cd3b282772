/** Writes what the provider says of a payout to the bank: under the payout's lock, whoever brings the answer. */
import { isId, type PayoutId } from '#domain/ids.ts'
import { payoutFeeRefunded } from '#domain/ledger/postings.ts'
import { cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { earnCrewCommission } from '../commissions/earn-commission.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { postJournal } from '../ledger/journal-queries.ts'
import { findPayee } from '../payout-accounts/account-queries.ts'
import { refreshPayoutAccount } from '../payout-accounts/read-account.ts'
import { ProviderFailure } from '../ports/payments/failure.ts'
import type { BankPayout } from '../ports/payments/port.ts'
import { notifyCrew } from './notify-crew.ts'
import { findPayout, type LockedPayout, lockPayout, saveFeeRefund, savePayout } from './payout-queries.ts'

/** Which time it goes to the bank is part of its name: what is said of an earlier time comes too late. */
export function bankReference({ id, bank_number }: Pick<LockedPayout, 'id' | 'bank_number'>): string {
  return `${id}:bank:${bank_number}`
}

/** What the provider says of a payout now; one that is not ours changes nothing. */
export async function settleBankPayoutFromProvider(
  app: App,
  { accountId, payoutId }: { accountId: string; payoutId: string },
): Promise<void> {
  const said = await app.ports.payments.readBankPayout({ accountId, payoutId })
  const ours = said?.reference.split(':')[0]
  if (said !== null && ours !== undefined && isId<PayoutId>(ours)) await settleBankPayout(app, ours, said)
}

export async function settleBankPayout(app: App, payoutId: PayoutId, said: BankPayout): Promise<void> {
  // Field 24: the account behind what came back is no longer good.
  if (hasComeBack(said)) await refreshPayoutAccount(app, said.accountId)
  await inTransaction(app.db, (trx) => settle(app, trx, payoutId, said), {
    isolation: 'read committed',
    isStep: false,
  })
}

/** The money lies with the provider, because it does not pay this account: its owner has to do something. */
export async function settleRefusedByAccount(
  app: App,
  payoutId: PayoutId,
  reference: string,
  { code }: ProviderFailure,
): Promise<void> {
  await inTransaction(
    app.db,
    async (trx) => {
      const payout = (await lockPayout(trx, payoutId))!
      if (bankReference(payout) !== reference || payout.provider_payout_id !== null) return
      await bookReturned(app, trx, payout, code ?? 'account', 'held')
    },
    { isolation: 'read committed', isStep: false },
  )
  await refreshPayoutAccount(app, (await findPayout(app.db, payoutId)).provider_account_id)
}

async function settle(app: App, trx: Db, payoutId: PayoutId, said: BankPayout): Promise<void> {
  const payout = await lockPayout(trx, payoutId)
  if (payout === undefined || bankReference(payout) !== said.reference || isOver(payout)) return
  if (said.amountCents !== payout.amount_cents)
    throw new ProviderFailure(
      'contract',
      `the provider pays ${said.amountCents} cents for payout ${payoutId}`,
    )
  const now = app.ports.clock.now()
  if (hasComeBack(said)) return bookReturned(app, trx, payout, said.failure ?? said.state, 'returned')
  if (payout.state === 'paid') return
  const known = {
    providerPayoutId: said.payoutId,
    arrivesAt: said.arrivesAt,
    failure: null,
    isRefused: false,
    askedAt: null,
  }
  if (said.state !== 'paid') return savePayout(trx, payoutId, { ...known, state: 'in_transit' })
  await savePayout(trx, payoutId, { ...known, state: 'paid', paidAt: now })
  await earnCrewCommission(trx, { payoutId, crewId: payout.crew_id, now })
  await notifyCrew(app, trx, payout, 'paid', now)
}

/** This time at the bank has its end already. */
function isOver({ state, asked_at }: LockedPayout): boolean {
  return state === 'failed' || (state === 'returned' && asked_at === null)
}

function hasComeBack({ state }: BankPayout): boolean {
  return state === 'failed' || state === 'canceled'
}

/** The earnings stay taken: their money is the crew's already, at the provider. What it paid to be fast it gets back. */
async function bookReturned(
  app: App,
  trx: Db,
  payout: LockedPayout,
  failure: string,
  news: 'returned' | 'held',
): Promise<void> {
  const now = app.ports.clock.now()
  const nothingKnown = { providerPayoutId: null, arrivesAt: null, paidAt: null, askedAt: null }
  await savePayout(trx, payout.id, {
    ...nothingKnown,
    state: 'returned',
    failure,
    isRefused: news === 'held',
  })
  await refundFee(trx, payout, now)
  await notifyCrew(app, trx, payout, news, now)
}

async function refundFee(trx: Db, payout: LockedPayout, now: Instant): Promise<void> {
  if (payout.fee_cents === 0) return
  const feeCents = cents(payout.fee_cents)
  const { id: crewId } = await findPayee(trx, payout.crew_id)
  const isNew = await postJournal(trx, {
    ...payoutFeeRefunded({ payoutId: payout.id, crewId, feeCents }),
    kind: 'instant_payout_fee_back',
    at: now,
    subjectId: payout.id,
  })
  if (isNew) await saveFeeRefund(trx, { crewId, feeCents, now })
}
