/**
 * Books what the provider says of a payout: sent once, perhaps brought back once, even after it had arrived
 * (field 24). What came back is the crew's again.
 */
import type { PayoutId } from '#domain/ids.ts'
import { instantPayoutFee, payoutFailed, payoutSent } from '#domain/ledger/postings.ts'
import { cents, formatCents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { earnCrewCommission } from '../commissions/earn-commission.ts'
import { reverseCrewCommission } from '../commissions/reverse-commission.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { postJournals } from '../ledger/journal-queries.ts'
import { payoutTexts, notifyBesideMail } from '../notices/notify-of-money.ts'
import type { PayoutAccountState, Transfer } from '../ports/payments/port.ts'
import { enqueue } from '../tasks/queue.ts'
import { saveAccountStateOf } from './account-queries.ts'
import {
  findPayee,
  findPayout,
  findPayoutOf,
  type LockedPayout,
  lockPayout,
  releaseEarningsOf,
  saveTransfer,
} from './payout-queries.ts'
import { payoutMails } from './texts.ts'

/** What the provider says of a transfer now; one that is not ours changes nothing. */
export async function settleTransferFromProvider(app: App, providerPayoutId: string): Promise<void> {
  const transfer = await app.ports.payments.readTransfer(providerPayoutId)
  if (transfer === null) return
  const payoutId = await findPayoutOf(app.db, providerPayoutId, transfer.reference)
  if (payoutId !== undefined) await settleTransfer(app, payoutId, transfer)
}

export async function settleTransfer(app: App, payoutId: PayoutId, transfer: Transfer): Promise<void> {
  const account = transfer.state === 'failed' ? await readAccountOf(app, payoutId) : null
  await inTransaction(app.db, (trx) => settle(app, trx, payoutId, transfer, account), {
    isolation: 'read committed',
    isStep: false,
  })
}

async function settle(
  app: App,
  trx: Db,
  payoutId: PayoutId,
  transfer: Transfer,
  accountState: PayoutAccountState | null,
): Promise<void> {
  const now = app.ports.clock.now()
  const payout = (await lockPayout(trx, payoutId))!
  if (payout.state === 'failed' || (payout.state === 'paid' && transfer.state !== 'failed')) return
  if (transfer.amountCents !== payout.amount_cents)
    throw new Error(`the provider sent ${transfer.amountCents} cents for payout ${payoutId}`)
  const wasSent = payout.provider_payout_id !== null
  const hasFailed = transfer.state === 'failed'
  await saveTransfer(trx, payoutId, transfer, now)
  if (!hasFailed && !wasSent) await bookSent(trx, payout, now)
  if (transfer.state === 'paid') {
    await earnCrewCommission(trx, { payoutId, crewId: payout.crew_id, now })
    await notifyCrew(app, trx, payout, now, true)
  }
  if (hasFailed) await bookFailed(app, trx, { payout, wasSent, accountState, now })
}

async function bookSent(trx: Db, payout: LockedPayout, now: Instant): Promise<void> {
  const event = { payoutId: payout.id, crewId: payout.crew_id }
  const about = { at: now, subjectId: payout.id }
  await postJournals(trx, [
    { ...payoutSent({ ...event, amountCents: cents(payout.amount_cents) }), kind: 'payout_sent', ...about },
    {
      ...instantPayoutFee({ ...event, feeCents: cents(payout.fee_cents) }),
      kind: 'instant_payout_fee',
      ...about,
    },
  ])
}

/** The earnings wait for the next run, and the account behind a failed payout for its owner. */
async function bookFailed(
  app: App,
  trx: Db,
  input: {
    payout: LockedPayout
    wasSent: boolean
    accountState: PayoutAccountState | null
    now: Instant
  },
): Promise<void> {
  const { payout, wasSent, accountState, now } = input
  if (wasSent) {
    await postJournals(trx, [
      {
        ...payoutFailed({
          payoutId: payout.id,
          crewId: payout.crew_id,
          amountCents: cents(payout.amount_cents),
          feeCents: cents(payout.fee_cents),
        }),
        kind: 'payout_failed',
        at: now,
        subjectId: payout.id,
      },
    ])
    await reverseCrewCommission(trx, { payoutId: payout.id, now })
  }
  await releaseEarningsOf(trx, payout.id)
  if (accountState !== null)
    await saveAccountStateOf(trx, {
      crewId: payout.crew_id,
      accountId: payout.provider_account_id,
      state: accountState,
    })
  await notifyCrew(app, trx, payout, now, false)
}

async function notifyCrew(
  app: App,
  trx: Db,
  payout: LockedPayout,
  now: Instant,
  isPaid: boolean,
): Promise<void> {
  const crew = await findPayee(trx, payout.crew_id)
  const { origin } = app.config.http
  const amount = formatCents(cents(payout.amount_cents))
  const url = isPaid ? `${origin}/account/payments/${payout.id}` : `${origin}/stripe-connect`
  const mail = payoutMails[crew.locale][isPaid ? 'paid' : 'failed'](crew.name, amount, url)
  const key = `payout-${isPaid ? 'paid' : 'failed'}:${payout.id}`
  await enqueue(trx, 'send_mail', { key, to: crew.email, userId: crew.id, ...mail }, { now })
  await notifyBesideMail(trx, {
    to: crew.id,
    event: 'payout',
    key,
    texts: payoutTexts(payout.amount_cents, isPaid),
    url: isPaid ? `/account/payments/${payout.id}` : '/stripe-connect',
    now,
  })
}

async function readAccountOf(app: App, payoutId: PayoutId): Promise<PayoutAccountState | null> {
  const { provider_account_id } = await findPayout(app.db, payoutId)
  return (await app.ports.payments.readPayoutAccount(provider_account_id))?.state ?? null
}
