/**
 * The embedded payment provider: the same states as a real one, test cards by number, idempotency keys, signed
 * webhooks, and books of its own (`demo_bank_object`) with which ours can be reconciled.
 */
import { randomBytes } from 'node:crypto'
import { type Instant, instant } from '#domain/time.ts'
import type { Db } from '../../db/client.ts'
import type { Clock } from '../clock/port.ts'
import { type BankObject, changeState, findByKey, makeObject, readObject } from './embedded-books.ts'
import { fingerprintOf, isCardNumber, TEST_CARDS } from './embedded-cards.ts'
import {
  isExpired,
  makeCharge,
  makeRefund,
  mature,
  readCharge,
  toCharge,
  toRefund,
} from './embedded-charges.ts'
import { eachObject, takeEvents } from './embedded-events.ts'
import { type BankFaults, type BankOperation, noFaults } from './embedded-faults.ts'
import { letHoldGo, listHolds, makeHold, matureHold, readHold, takeHold } from './embedded-holds.ts'
import {
  createPayoutForms,
  makeAccount,
  makeLink,
  makeTransfer,
  matureTransfer,
  moveAccount,
  movePayout,
  readAccount,
  readTransfer,
  toTransfer,
} from './embedded-payouts.ts'
import { readSignedEvent, signEvent } from './embedded-webhooks.ts'
import {
  type Card,
  type CardDetails,
  type HostedForms,
  type Movement,
  type Payments,
  ProviderUnavailable,
} from './port.ts'

/** What only its owner can do with the embedded provider: tests and the simulation. */
export type DemoBank = Payments & {
  readonly hostedForms: HostedForms
  readonly faults: BankFaults
  /** A payout that arrived comes back, and the bank account behind it is no longer good (field 24). */
  returnPayout(payoutId: string, failure: string): Promise<void>
}

type Bank = {
  readonly db: Db
  readonly clock: Clock
  readonly secret: string
  readonly origin: string
  readonly faults: BankFaults
}

const TOKEN_LIFE_MS = 15 * 60_000

export function createDemoBank(options: { db: Db; clock: Clock; secret: string; origin: string }): DemoBank {
  const bank: Bank = { ...options, faults: noFaults() }
  const { clock, secret } = bank
  return {
    name: 'embedded',
    faults: bank.faults,
    createCustomer: ({ key, email, name }) =>
      overLine(bank, 'createCustomer', key, () => makeCustomer(bank, key, { email, name })),
    saveCard: (input) => overLine(bank, 'saveCard', input.key, () => saveCard(bank, input)),
    charge: (input) => overLine(bank, 'charge', input.key, () => makeCharge(bank, input)),
    readCharge: (intentId) => readCharge(bank, intentId),
    authorise: (input) => overLine(bank, 'authorise', input.key, () => makeHold(bank, input)),
    capture: (input) => overLine(bank, 'capture', input.key, () => takeHold(bank, input)),
    release: (input) => overLine(bank, 'release', input.key, () => letHoldGo(bank, input.intentId)),
    readHold: (intentId) => readHold(bank, intentId),
    listHolds: () => listHolds(bank),
    refund: (input) => overLine(bank, 'refund', input.key, () => makeRefund(bank, input)),
    createPayoutAccount: ({ key, email }) =>
      overLine(bank, 'createPayoutAccount', key, () => makeAccount(bank, key, email)),
    payoutAccountLink: (input) => makeLink(bank, input),
    readPayoutAccount: (accountId) => readAccount(bank, accountId),
    transfer: (input) => overLine(bank, 'transfer', input.key, () => makeTransfer(bank, input)),
    readTransfer: (payoutId) => readTransfer(bank, payoutId),
    listMovements: (since) => listMovements(bank, since),
    readWebhook: (body, signature) => readSignedEvent({ body, signature }, secret, clock.now()),
    returnPayout: (payoutId, failure) => returnPayout(bank, payoutId, failure),
    hostedForms: {
      tokeniseCard: (card) => tokeniseCard(bank, card),
      ...createPayoutForms(bank),
      takeWebhooks: (limit) => takeWebhooks(bank, limit),
    },
  }
}

/** The embedded provider behind a port. Throws where another one stands there. */
export function demoBankOf(payments: Payments): DemoBank {
  if (!('faults' in payments)) throw new Error('the payment provider is not the embedded one')
  return payments as DemoBank
}

async function overLine<Result>(
  { faults }: Bank,
  operation: BankOperation,
  key: string,
  act: () => Promise<Result>,
): Promise<Result> {
  if (faults.breaksLine({ operation, moment: 'before', key }))
    throw new ProviderUnavailable(`the line broke before ${operation}`)
  const result = await act()
  if (faults.breaksLine({ operation, moment: 'after', key }))
    throw new ProviderUnavailable(`the line broke after ${operation}`)
  return result
}

async function makeCustomer(
  { db, clock }: Bank,
  key: string,
  input: { email: string; name: string },
): Promise<{ customerId: string }> {
  const made = await makeObject(
    db,
    clock.now(),
    { kind: 'customer', state: 'open', data: input },
    { key, input },
  )
  return { customerId: made.object.id }
}

/** Keeps what a receipt shows of a card, never its number. */
async function tokeniseCard(
  { db, clock, secret }: Bank,
  card: CardDetails,
): Promise<{ setupToken: string } | { declined: string }> {
  if (!isCardNumber(card.number)) return { declined: 'incorrect_number' }
  const behaviour = TEST_CARDS[card.number]
  if (behaviour === undefined) return { declined: 'not_a_test_card' }
  if (isExpired(card.expiresYear, card.expiresMonth, clock.now())) return { declined: 'expired_card' }
  const setupToken = `seti_${randomBytes(24).toString('base64url')}`
  await makeObject(
    db,
    clock.now(),
    {
      kind: 'token',
      state: 'open',
      data: {
        ...behaviour,
        last4: card.number.slice(-4),
        expiresMonth: card.expiresMonth,
        expiresYear: card.expiresYear,
        fingerprint: fingerprintOf(card.number, secret),
      },
    },
    { key: setupToken, input: null },
  )
  return { setupToken }
}

async function saveCard(
  { db, clock }: Bank,
  { key, customerId, setupToken }: Parameters<Payments['saveCard']>[0],
): Promise<Card | { declined: string }> {
  const request = { key, input: { customerId, setupToken } }
  const before = await findByKey(db, 'method', request)
  if (before !== null) return toCard(before)
  const token = await findByKey(db, 'token', { key: setupToken, input: null })
  if (token === null || token.createdAt + TOKEN_LIFE_MS <= clock.now()) return { declined: 'token_expired' }
  const declined = token.data['declinesSaving'] as string | null
  if (declined !== null) return { declined }
  const customer = await readObject(db, 'customer', customerId)
  if (customer === null) throw new Error(`no customer is called ${customerId}`)
  return db.transaction().execute(async (trx) => {
    // Whoever is second waits here for the first, and then finds the card that the same request made.
    if (token.state !== 'open' || (await changeState(trx, token, 'used')) === null) {
      const made = await findByKey(trx, 'method', request)
      return made === null ? { declined: 'token_expired' } : toCard(made)
    }
    const method = { kind: 'method', state: 'attached', parentId: customerId, data: token.data } as const
    return toCard((await makeObject(trx, clock.now(), method, request)).object)
  })
}

function toCard({ id, data }: BankObject): Card {
  return {
    methodId: id,
    brand: String(data['brand']),
    last4: String(data['last4']),
    expiresMonth: Number(data['expiresMonth']),
    expiresYear: Number(data['expiresYear']),
    fingerprint: String(data['fingerprint']),
  }
}

async function returnPayout(bank: Bank, payoutId: string, failure: string): Promise<void> {
  const payout = await readObject(bank.db, 'payout', payoutId)
  if (payout === null) throw new Error(`no payout is called ${payoutId}`)
  await movePayout(bank, payout, 'failed', { failure })
  await moveAccount(bank, payout.parentId!, 'restricted')
}

async function* listMovements(bank: Bank, since: Instant): AsyncGenerator<Movement> {
  for await (const object of eachObject(bank.db, { kinds: ['intent', 'refund', 'payout'], since })) {
    if (object.kind === 'intent') {
      const charge = await toCharge(bank, await mature(bank, object))
      if (charge.state === 'succeeded') yield { kind: 'charge', ...charge }
    } else if (object.kind === 'refund') {
      if (object.state === 'succeeded') yield { kind: 'refund', ...toRefund(object) }
    } else yield { kind: 'transfer', ...toTransfer(await matureTransfer(bank, object)) }
  }
}

async function takeWebhooks(bank: Bank, limit: number): ReturnType<HostedForms['takeWebhooks']> {
  const since = instant(0)
  for await (const intent of eachObject(bank.db, { kinds: ['intent'], states: ['processing'], since }))
    await mature(bank, intent)
  for await (const hold of eachObject(bank.db, { kinds: ['intent'], states: ['held'], since }))
    await matureHold(bank, hold)
  for await (const payout of eachObject(bank.db, { kinds: ['payout'], states: ['sending'], since }))
    await matureTransfer(bank, payout)
  const due = (await takeEvents(bank.db, limit)).map(({ id, data }) =>
    signEvent(
      { id, type: String(data['type']), objectId: String(data['objectId']) },
      bank.secret,
      bank.clock.now(),
    ),
  )
  return bank.faults.deliver(due)
}
