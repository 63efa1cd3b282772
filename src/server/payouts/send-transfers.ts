/** One transfer of a payout after the other, until none waits or something stands in the way. */
import type { PayoutId } from '#domain/ids.ts'
import { payoutFeeTaken, payoutReversed, payoutSent } from '#domain/ledger/postings.ts'
import { cents } from '#domain/money.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { postJournal } from '../ledger/journal-queries.ts'
import { ProviderFailure } from '../ports/payments/failure.ts'
import type { Reversal, Transfer } from '../ports/payments/port.ts'
import { isFirstAsk, nextAsk } from './ask-again.ts'
import { failPayout } from './fail-payout.ts'
import { notifyCrew } from './notify-crew.ts'
import { type LockedPayout, lockPayout, savePayout } from './payout-queries.ts'
import { findTransferRow, nextTransfer, saveTransfer, type TransferRow } from './transfer-queries.ts'

type Ask = { readonly payout: LockedPayout; readonly transfer: TransferRow; readonly isFirst: boolean }

export async function sendTransfers(app: App, payoutId: PayoutId): Promise<void> {
  for (;;) {
    const ask = await step(app, payoutId, (trx, payout) => beginAsk(app, trx, payout))
    if (ask === null) return
    const goesOn =
      ask.transfer.state === 'waiting' ? await makeTransfer(app, ask) : await takeTransferBack(app, ask)
    if (!goesOn) return
  }
}

/** What the next ask is written as, before anybody is asked. */
async function beginAsk(app: App, trx: Db, payout: LockedPayout): Promise<Ask | null> {
  if (payout.state !== 'sending') return null
  const transfer = await nextTransfer(trx, payout.id)
  if (transfer === undefined) return null
  const now = app.ports.clock.now()
  const ask_number = nextAsk(transfer, now)
  const isNewKey = ask_number !== transfer.ask_number
  if (isNewKey) await saveTransfer(trx, transfer, { ask_number, askedAt: now })
  return { payout, transfer: { ...transfer, ask_number }, isFirst: isFirstAsk(transfer) }
}

async function makeTransfer(app: App, { payout, transfer, isFirst }: Ask): Promise<boolean> {
  const { payments } = app.ports
  const accountId = payout.provider_account_id
  const reference = referenceOf(transfer)
  try {
    const made =
      (isFirst ? null : await payments.findTransfer({ accountId, reference })) ??
      (await payments.createTransfer({
        key: `payout:${reference}:${transfer.ask_number}`,
        accountId,
        amountCents: cents(transfer.amount_cents),
        currency: 'usd',
        reference,
        sourceIntentId: transfer.source_intent_id,
      }))
    await step(app, payout.id, (trx, locked) => settleMade(app, trx, locked, transfer.number, made))
    return true
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    return step(app, payout.id, (trx, locked) => meetObstacle(app, trx, locked, transfer, error))
  }
}

/** Books move here: the money has left our balance for the crew's. */
async function settleMade(
  app: App,
  trx: Db,
  payout: LockedPayout,
  number: number,
  made: Transfer,
): Promise<void> {
  const row = await findTransferRow(trx, payout.id, number)
  if (row.state !== 'waiting') return
  if (made.amountCents !== row.amount_cents)
    throw new ProviderFailure(
      'contract',
      `the provider sent ${made.amountCents} cents for payout ${payout.id}`,
    )
  const now = app.ports.clock.now()
  await saveTransfer(trx, row, { state: 'made', provider_transfer_id: made.transferId, askedAt: null })
  const event = { payoutId: payout.id, crewId: payout.crew_id }
  const about = { at: now, subjectId: payout.id }
  const sent = payoutSent({ ...event, number, amountCents: made.amountCents })
  await postJournal(trx, { ...sent, kind: 'payout_sent', ...about })
  if ((await nextTransfer(trx, payout.id)) !== undefined) return
  await savePayout(trx, payout.id, { sentAt: now, shortSince: null })
  if (payout.fee_cents === 0) return
  const fee = payoutFeeTaken({ ...event, feeCents: cents(payout.fee_cents) })
  await postJournal(trx, { ...fee, kind: 'instant_payout_fee', ...about })
}

/** True where there is something to go on with. What is nobody's fault, or ours, waits to be asked again. */
async function meetObstacle(
  app: App,
  trx: Db,
  payout: LockedPayout,
  transfer: TransferRow,
  error: ProviderFailure,
): Promise<boolean> {
  const row = await findTransferRow(trx, payout.id, transfer.number)
  if (row.state !== 'waiting') return true
  switch (error.kind) {
    case 'balance':
      // An answer: the next time it is asked anew.
      await saveTransfer(trx, row, { askedAt: null })
      await delay(app, trx, payout)
      return false
    case 'account':
      await failPayout(app, trx, payout, error.code ?? 'account')
      return true
    case 'refused':
      // The charge gives it no more, as after a refund at the provider itself: our own balance does.
      if (row.source_intent_id === null) throw error
      await saveTransfer(trx, row, { source_intent_id: null, askedAt: null })
      return true
    default:
      throw error
  }
}

/** Our balance is short: our fault, the crew is notified of a delay, the operator sees it on the board (D16). */
async function delay(app: App, trx: Db, payout: LockedPayout): Promise<void> {
  if (payout.short_since !== null) return
  const now = app.ports.clock.now()
  await savePayout(trx, payout.id, { shortSince: now })
  await notifyCrew(app, trx, payout, 'delayed', now)
  app.log.error({ payoutId: payout.id, code: 'provider_balance_short' }, 'our balance is short for payouts')
}

async function takeTransferBack(app: App, { payout, transfer, isFirst }: Ask): Promise<boolean> {
  const { payments } = app.ports
  const transferId = transfer.provider_transfer_id!
  const reference = `${referenceOf(transfer)}:back`
  const back =
    (isFirst ? null : await payments.findReversal({ transferId, reference })) ??
    (await payments.reverseTransfer({
      key: `payout:${reference}:${transfer.ask_number}`,
      transferId,
      amountCents: cents(transfer.amount_cents),
      currency: 'usd',
      reference,
    }))
  await step(app, payout.id, (trx, locked) => settleReversed(app, trx, locked, transfer.number, back))
  return true
}

async function settleReversed(
  app: App,
  trx: Db,
  payout: LockedPayout,
  number: number,
  back: Reversal,
): Promise<void> {
  const row = await findTransferRow(trx, payout.id, number)
  if (row.state !== 'reversing') return
  const { reversalId, amountCents } = back
  await saveTransfer(trx, row, {
    state: 'reversed',
    provider_reversal_id: reversalId,
    reversed_cents: amountCents,
    askedAt: null,
  })
  const reversed = payoutReversed({ payoutId: payout.id, crewId: payout.crew_id, number, amountCents })
  await postJournal(trx, {
    ...reversed,
    kind: 'payout_reversed',
    at: app.ports.clock.now(),
    subjectId: payout.id,
  })
  if (payout.failure !== null) await failPayout(app, trx, payout, payout.failure)
}

function referenceOf({ payout_id, number }: TransferRow): string {
  return `${payout_id}:${number}`
}

/** In a transaction of its own, under the payout's lock. */
function step<Result>(
  app: App,
  payoutId: PayoutId,
  work: (trx: Db, payout: LockedPayout) => Promise<Result>,
): Promise<Result> {
  return inTransaction(app.db, async (trx) => work(trx, (await lockPayout(trx, payoutId))!), {
    isolation: 'read committed',
    isStep: false,
  })
}
