/** Money between the platform's balance and its payees' at the embedded provider. */
import { sql } from 'kysely'
import { type Cents, cents } from '#domain/money.ts'
import { type Instant, instant } from '#domain/time.ts'
import type { Db } from '../../db/client.ts'
import { ProviderFailure } from '../payments/failure.ts'
import type { Payments } from '../payments/payments.ts'
import type { Reversal, Transfer } from '../payments/port.ts'
import { lockAccount, takesTransfers } from './embedded-accounts.ts'
import {
  type BankObject,
  findByKey,
  findByReference,
  lockObject,
  makeObject,
  objectsOf,
  readObject,
  saveObject,
} from './embedded-books.ts'
import { type Bank, emitEvent } from './embedded-events.ts'
import { checkAmount, lockIntent, takenCents } from './embedded-intents.ts'
import { balanceOf, move } from './embedded-moves.ts'

type TransferInput = Parameters<Payments['createTransfer']>[0]

export async function createTransfer(bank: Bank, input: TransferInput): Promise<Transfer> {
  const { key, ...asked } = input
  checkAmount(asked.amountCents, 'a transfer')
  const request = { key, input: asked }
  const now = bank.clock.now()
  const made = await bank.db.transaction().execute(async (trx) => {
    const account = await lockAccount(bank, trx, asked.accountId)
    const before = await findByKey(trx, now, 'transfer', request)
    if (before !== null) return before
    const failure = takesTransfers(account) ? bank.faults.failTransfer(input) : 'account_not_ready'
    if (failure !== null)
      throw new ProviderFailure('account', `account ${account.id} takes no transfer`, failure)
    const arrivesAt = await moneyFor(bank, trx, input)
    const { object } = await makeObject(
      trx,
      now,
      'transfer',
      {
        state: 'made',
        amountCents: asked.amountCents,
        parentId: account.id,
        reference: asked.reference,
        data: { sourceIntentId: asked.sourceIntentId, reversedCents: cents(0), arrivesAt },
      },
      request,
    )
    await emitEvent(bank, trx, { type: 'transfer.created', objectId: object.id })
    const entry = {
      amountCents: -asked.amountCents,
      objectId: object.id,
      reference: asked.reference,
      at: now,
    }
    await move(bank, trx, { kind: 'transfer', ...entry })
    return object
  })
  return toTransfer(made)
}

export async function readTransfer({ db }: Bank, transferId: string): Promise<Transfer | null> {
  const transfer = await readObject(db, 'transfer', transferId)
  return transfer === null ? null : toTransfer(transfer)
}

export async function findTransfer(
  { db }: Bank,
  { accountId, reference }: Parameters<Payments['findTransfer']>[0],
): Promise<Transfer | null> {
  const transfer = await findByReference(db, 'transfer', { parentId: accountId, reference })
  return transfer === null ? null : toTransfer(transfer)
}

export async function reverseTransfer(
  bank: Bank,
  input: Parameters<Payments['reverseTransfer']>[0],
): Promise<Reversal> {
  const { key, ...asked } = input
  checkAmount(asked.amountCents, 'a reversal')
  const request = { key, input: asked }
  const now = bank.clock.now()
  const known = await readObject(bank.db, 'transfer', asked.transferId)
  if (known === null)
    throw new ProviderFailure('refused', `no transfer is called ${asked.transferId}`, 'resource_missing')
  const made = await bank.db.transaction().execute(async (trx) => {
    await lockAccount(bank, trx, known.parentId!)
    const transfer = await lockObject(trx, 'transfer', known.id)
    const before = await findByKey(trx, now, 'reversal', request)
    if (before !== null) return before
    const reversedCents = cents(transfer.data.reversedCents + asked.amountCents)
    if (reversedCents > transfer.amountCents)
      throw new ProviderFailure('refused', `transfer ${transfer.id} has less left than that`)
    if (asked.amountCents > (await payeeBalance(trx, known.parentId!, null)))
      throw new ProviderFailure('account', 'the payee does not have it any more', 'insufficient_funds')
    await saveObject(trx, transfer, { data: { ...transfer.data, reversedCents } })
    const { amountCents, reference } = asked
    const reversal = { state: 'made', amountCents, parentId: transfer.id, reference, data: {} } as const
    const { object } = await makeObject(trx, now, 'reversal', reversal, request)
    await emitEvent(bank, trx, { type: 'transfer.reversed', objectId: transfer.id })
    await move(bank, trx, { kind: 'reversal', amountCents, objectId: object.id, reference, at: now })
    return object
  })
  return toReversal(made)
}

export async function findReversal(
  { db }: Bank,
  { transferId, reference }: Parameters<Payments['findReversal']>[0],
): Promise<Reversal | null> {
  const reversal = await findByReference(db, 'reversal', { parentId: transferId, reference })
  return reversal === null ? null : toReversal(reversal)
}

/** What a payee's balance has: all that was ever sent, or with a time only what has arrived by then. */
export async function payeeBalance(db: Db, accountId: string, by: Instant | null): Promise<number> {
  const sent = await objectsOf(db, 'transfer')
    .where('parent_id', '=', accountId)
    .$if(by !== null, (query) => query.where(sql<boolean>`(data ->> 'arrivesAt')::bigint <= ${by}`))
    .select(
      sql<number>`coalesce(sum(amount_cents - (data ->> 'reversedCents')::bigint), 0)::bigint`.as('total'),
    )
    .executeTakeFirstOrThrow()
  const paid = await objectsOf(db, 'payout')
    .where('parent_id', '=', accountId)
    .where('state', 'in', ['pending', 'in_transit', 'paid'])
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('total'))
    .executeTakeFirstOrThrow()
  return sent.total - paid.total
}

/** When it arrives. Throws where the source has not brought that much, or our balance does not have it. */
async function moneyFor(bank: Bank, trx: Db, input: TransferInput): Promise<Instant> {
  const { amountCents, sourceIntentId } = input
  const now = bank.clock.now()
  const arrivesAt = now + bank.faults.transferDelayMs
  if (sourceIntentId !== null) {
    const source = await lockIntent(bank, trx, sourceIntentId)
    const left = takenCents(source) - (await sentFrom(trx, source.id))
    if (source.state !== 'succeeded' || amountCents > left)
      throw new ProviderFailure('refused', `${left} cents are left of charge ${source.id}`)
    const settlesAt = source.createdAt + bank.faults.settleDelayMs
    return instant(Math.max(arrivesAt, settlesAt))
  }
  const isShort =
    bank.faults.isBalanceShort(input) || (bank.faults.isStrict && (await lacks(bank, trx, amountCents)))
  if (isShort) throw new ProviderFailure('balance', 'our balance is too short', 'balance_insufficient')
  return instant(arrivesAt)
}

async function sentFrom(db: Db, intentId: string): Promise<number> {
  const row = await objectsOf(db, 'transfer')
    .where(sql<boolean>`data ->> 'sourceIntentId' = ${intentId}`)
    .select(
      sql<number>`coalesce(sum(amount_cents - (data ->> 'reversedCents')::bigint), 0)::bigint`.as('total'),
    )
    .executeTakeFirstOrThrow()
  return row.total
}

/** One after the other: two transfers must not spend the same cents. */
async function lacks(bank: Bank, trx: Db, amountCents: Cents): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('demo_bank_balance'))`.execute(trx)
  return (await balanceOf(bank, trx)).availableCents < amountCents
}

function toTransfer(transfer: BankObject<'transfer'>): Transfer {
  const { id, parentId, amountCents, reference, data } = transfer
  const { sourceIntentId, reversedCents } = data
  return {
    transferId: id,
    accountId: parentId!,
    amountCents,
    currency: 'usd',
    reference: reference!,
    sourceIntentId,
    reversedCents,
  }
}

function toReversal({ id, parentId, amountCents, reference }: BankObject<'reversal'>): Reversal {
  return { reversalId: id, transferId: parentId!, amountCents, currency: 'usd', reference: reference! }
}
