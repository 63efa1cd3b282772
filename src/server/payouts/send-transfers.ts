/**
 * The transfers of a payout, a few at a time, until none waits or something stands in the way. Each has its own
 * reference and is settled by itself, so whoever dies in the middle leaves nothing but asks to be asked again.
 */
import type { PayoutId } from '#domain/ids.ts'
import { payoutFeeTaken, payoutReversed, payoutSent } from '#domain/ledger/postings.ts'
import { cents } from '#domain/money.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { postJournal } from '../ledger/journal-queries.ts'
import { isUnavailable, ProviderFailure } from '../ports/payments/failure.ts'
import type { Reversal, Transfer } from '../ports/payments/port.ts'
import { isFirstAsk, nextAsk } from './ask-again.ts'
import { failPayout } from './fail-payout.ts'
import { notifyCrew } from './notify-crew.ts'
import { type LockedPayout, lockPayout, savePayout } from './payout-queries.ts'
import {
  findTransferRow,
  hasOpenTransfers,
  nextTransfers,
  saveTransfer,
  type TransferRow,
} from './transfer-queries.ts'

/** Of one payout: hundreds of small ones are through in seconds, and the provider's limits are far away. */
const AT_ONCE = 8

type Ask = { readonly payout: LockedPayout; readonly transfer: TransferRow; readonly isFirst: boolean }

export async function sendTransfers(app: App, payoutId: PayoutId): Promise<void> {
  for (;;) {
    const asks = await step(app, payoutId, (trx, payout) => beginAsks(app, trx, payout))
    if (asks.length === 0) return
    // Asked together, settled one after the other: each needs the payout's lock.
    const answers = await Promise.allSettled(asks.map((ask) => answerTo(app, ask)))
    const troubles: unknown[] = []
    let goesOn = true
    for (const [at, answer] of answers.entries())
      try {
        if (!(await settle(app, asks[at]!, answer))) goesOn = false
      } catch (error) {
        troubles.push(error)
      }
    // What nobody answered is asked again anyway; anything else is to be seen.
    if (troubles.length > 0) throw troubles.find((error) => !isUnavailable(error)) ?? troubles[0]
    if (!goesOn) return
  }
}

/** What the next asks are written as, before anybody is asked. */
async function beginAsks(app: App, trx: Db, payout: LockedPayout): Promise<Ask[]> {
  if (payout.state !== 'sending') return []
  const now = app.ports.clock.now()
  const asks: Ask[] = []
  for (const transfer of await nextTransfers(trx, payout.id, AT_ONCE)) {
    const ask_number = nextAsk(transfer, now)
    if (ask_number !== transfer.ask_number) await saveTransfer(trx, transfer, { ask_number, askedAt: now })
    asks.push({ payout, transfer: { ...transfer, ask_number }, isFirst: isFirstAsk(transfer) })
  }
  return asks
}

function answerTo(app: App, ask: Ask): Promise<Transfer | Reversal> {
  return ask.transfer.state === 'waiting' ? makeTransfer(app, ask) : takeTransferBack(app, ask)
}

async function makeTransfer(app: App, { payout, transfer, isFirst }: Ask): Promise<Transfer> {
  const { payments } = app.ports
  const accountId = payout.provider_account_id
  const reference = referenceOf(transfer)
  const found = isFirst ? null : await payments.findTransfer({ accountId, reference })
  if (found !== null) return found
  return payments.createTransfer({
    key: `payout:${reference}:${transfer.ask_number}`,
    accountId,
    amountCents: cents(transfer.amount_cents),
    currency: 'usd',
    reference,
    sourceIntentId: transfer.source_intent_id,
  })
}

async function takeTransferBack(app: App, { transfer, isFirst }: Ask): Promise<Reversal> {
  const { payments } = app.ports
  const transferId = transfer.provider_transfer_id!
  const reference = `${referenceOf(transfer)}:back`
  const found = isFirst ? null : await payments.findReversal({ transferId, reference })
  if (found !== null) return found
  return payments.reverseTransfer({
    key: `payout:${reference}:${transfer.ask_number}`,
    transferId,
    amountCents: cents(transfer.amount_cents),
    currency: 'usd',
    reference,
  })
}

/** False where there is nothing to go on with by now. */
function settle(
  app: App,
  { payout, transfer }: Ask,
  answer: PromiseSettledResult<Transfer | Reversal>,
): Promise<boolean> {
  return step(app, payout.id, async (trx, locked) => {
    if (answer.status === 'rejected') {
      const error: unknown = answer.reason
      if (!(error instanceof ProviderFailure) || transfer.state !== 'waiting') throw error
      return meetObstacle(app, trx, locked, transfer, error)
    }
    if ('reversalId' in answer.value) await settleReversed(app, trx, locked, transfer.number, answer.value)
    else await settleMade(app, trx, locked, transfer.number, answer.value)
    return true
  })
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
  // Made while another was refused: it comes back with the rest.
  if (payout.failure !== null) return failPayout(app, trx, payout, payout.failure)
  if (await hasOpenTransfers(trx, payout.id)) return
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
    case 'account':
      await saveTransfer(trx, row, { state: 'failed', askedAt: null })
      await failPayout(app, trx, payout, error.code ?? 'account')
      return true
    case 'balance':
      // An answer: the next time it is asked anew.
      await saveTransfer(trx, row, { askedAt: null })
      if (payout.failure !== null) await failPayout(app, trx, payout, payout.failure)
      else await delay(app, trx, payout)
      return payout.failure !== null
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
