/** Customers of the embedded provider, and the cards that its form takes for them. */
import { randomBytes } from 'node:crypto'
import { MINUTE_MS } from '#domain/time.ts'
import { ProviderFailure } from '../payments/failure.ts'
import type { BankAccountDetails, CardDetails } from '../payments/hosted-forms.ts'
import type { Payments } from '../payments/payments.ts'
import type { MethodSetup, PaymentMethod, SavedMethod } from '../payments/port.ts'
import {
  type BankObject,
  findByKey,
  lockObject,
  makeObject,
  readObject,
  saveObject,
} from './embedded-books.ts'
import { fingerprintOf, isCardNumber, isExpired, TEST_CARDS } from './embedded-cards.ts'
import { readBankAccount } from './embedded-debits.ts'
import { type Bank, emitEvent } from './embedded-events.ts'
import type { BankCard } from './embedded-shapes.ts'

const SETUP_LIFE_MS = 15 * MINUTE_MS

export async function makeCustomer(
  { db, clock }: Bank,
  { key, ...input }: Parameters<Payments['createCustomer']>[0],
): Promise<{ customerId: string }> {
  const request = { key, input }
  const before = await findByKey(db, clock.now(), 'customer', request)
  const { reference, ...data } = input
  const customer =
    before ??
    (await makeObject(db, clock.now(), 'customer', { state: 'open', reference, data }, request)).object
  return { customerId: customer.id }
}

export async function makeSetup(
  { db, clock }: Bank,
  { key, customerId, kinds }: Parameters<Payments['createMethodSetup']>[0],
): Promise<MethodSetup> {
  await customerOf(db, customerId)
  const request = { key, input: { customerId, kinds } }
  const made = newSetup(customerId, null, kinds.includes('bank_account'))
  const setup =
    (await findByKey(db, clock.now(), 'setup', request)) ??
    (await makeObject(db, clock.now(), 'setup', made, request)).object
  return { setupToken: setup.id, clientSecret: setup.data.clientSecret }
}

/** The form without a setup of its own: made by whoever types a card into our pages. */
export async function tokeniseCard(
  bank: Bank,
  details: CardDetails,
): Promise<{ setupToken: string } | { declined: string }> {
  const card = readCard(bank, details)
  if ('declined' in card) return card
  const { object } = await makeObject(bank.db, bank.clock.now(), 'setup', newSetup(null, card))
  return { setupToken: object.id }
}

/** The same for a bank account, whose owner gives the mandate with it. */
export async function tokeniseBankAccount(
  bank: Bank,
  details: BankAccountDetails,
): Promise<{ setupToken: string } | { declined: string }> {
  const account = readBankAccount(details, bank.secret)
  if ('declined' in account) return account
  const { object } = await makeObject(bank.db, bank.clock.now(), 'setup', newSetup(null, account, true))
  return { setupToken: object.id }
}

/** What the provider's form does with a card or account in a browser. */
export async function fillSetup(
  bank: Bank,
  setupToken: string,
  details: CardDetails | BankAccountDetails,
): Promise<{ declined: string } | null> {
  const card = 'accountNumber' in details ? readBankAccount(details, bank.secret) : readCard(bank, details)
  if ('declined' in card) return card
  await bank.db.transaction().execute(async (trx) => {
    const setup = await lockObject(trx, 'setup', setupToken)
    if (setup.state === 'saved') throw new ProviderFailure('refused', 'the form is closed')
    if (card.kind === 'bank_account' && !setup.data.takesBankAccounts)
      throw new ProviderFailure('refused', 'the form takes cards alone')
    await saveObject(trx, setup, { state: 'filled', data: { ...setup.data, card, isApproved: null } })
  })
  return null
}

/** Saved once; whoever asks again for the same customer gets the same method. */
export async function saveMethod(
  bank: Bank,
  { customerId, setupToken }: Parameters<Payments['saveMethod']>[0],
): Promise<SavedMethod> {
  const customer = await customerOf(bank.db, customerId)
  return bank.db.transaction().execute(async (trx): Promise<SavedMethod> => {
    const setup = await lockObject(trx, 'setup', setupToken)
    const { card, clientSecret, isApproved, methodId } = setup.data
    if (setup.parentId !== null && setup.parentId !== customerId) throw refusedSetup('used for somebody else')
    if (methodId !== null)
      return { state: 'saved', method: toMethod((await readObject(trx, 'method', methodId))!) }
    if (card === null) throw refusedSetup('not filled in')
    if (setup.createdAt + SETUP_LIFE_MS <= bank.clock.now()) throw refusedSetup('too old')
    const declineCode = card.declinesSaving ?? (isApproved === false ? 'authentication_required' : null)
    if (declineCode !== null) return { state: 'declined', declineCode }
    if (card.asksAtSaving && isApproved === null)
      return { state: 'requires_action', nextAction: { clientSecret } }
    const method = { state: 'attached', parentId: customer.id, data: card } as const
    const { object } = await makeObject(trx, bank.clock.now(), 'method', method)
    // A form without a customer belongs from now on to whoever saved it.
    const data = { ...setup.data, methodId: object.id }
    await saveObject(trx, setup, { state: 'saved', parentId: customer.id, data })
    await emitEvent(bank, trx, { type: 'setup_intent.succeeded', objectId: setup.id })
    await emitEvent(bank, trx, { type: 'payment_method.attached', objectId: object.id })
    return { state: 'saved', method: toMethod(object) }
  })
}

export async function readMethod({ db }: Bank, methodId: string): Promise<PaymentMethod | null> {
  const method = await readObject(db, 'method', methodId)
  return method?.state === 'attached' ? toMethod(method) : null
}

/** In the provider's own dashboard. */
export async function takeMethodOff(bank: Bank, methodId: string): Promise<void> {
  await bank.db.transaction().execute(async (trx) => {
    await saveObject(trx, await lockObject(trx, 'method', methodId), { state: 'detached' })
    await emitEvent(bank, trx, { type: 'payment_method.detached', objectId: methodId })
  })
}

/** The card's bank sent a new one: another date and number, the same method. */
export async function renewCard(
  bank: Bank,
  methodId: string,
  card: Partial<Pick<BankCard, 'last4' | 'expiresMonth' | 'expiresYear'>>,
): Promise<void> {
  await bank.db.transaction().execute(async (trx) => {
    const method = await lockObject(trx, 'method', methodId)
    await saveObject(trx, method, { data: { ...method.data, ...card } })
    await emitEvent(bank, trx, { type: 'payment_method.automatically_updated', objectId: methodId })
  })
}

/** The customer's card; throws `refused` where it is nobody's or another's, or was taken off. */
export async function methodOf(
  { db }: Bank,
  { customerId, methodId }: { customerId: string; methodId: string },
): Promise<BankObject<'method'>> {
  const method = await readObject(db, 'method', methodId)
  if (method === null || method.parentId !== customerId || method.state !== 'attached')
    throw new ProviderFailure(
      'refused',
      `the customer ${customerId} has no card ${methodId}`,
      'resource_missing',
    )
  return method
}

function readCard({ clock, secret }: Bank, details: CardDetails): BankCard | { declined: string } {
  const { number, expiresMonth, expiresYear } = details
  if (!isCardNumber(number)) return { declined: 'incorrect_number' }
  const behaviour = TEST_CARDS[number]
  if (behaviour === undefined) return { declined: 'not_a_test_card' }
  if (isExpired(expiresYear, expiresMonth, clock.now())) return { declined: 'expired_card' }
  // What a receipt shows, never the number.
  return {
    kind: 'card',
    returnsDebits: null,
    ...behaviour,
    last4: number.slice(-4),
    expiresMonth,
    expiresYear,
    fingerprint: fingerprintOf(number, secret),
  }
}

function newSetup(customerId: string | null, card: BankCard | null, takesBankAccounts = false) {
  const clientSecret = newSecret('seti')
  return {
    state: card === null ? 'open' : 'filled',
    parentId: customerId,
    reference: clientSecret,
    data: { card, clientSecret, isApproved: null, methodId: null, takesBankAccounts },
  } as const
}

export function newSecret(kind: 'pi' | 'seti'): string {
  return `${kind}_secret_${randomBytes(18).toString('base64url')}`
}

async function customerOf(db: Bank['db'], customerId: string): Promise<BankObject<'customer'>> {
  const customer = await readObject(db, 'customer', customerId)
  if (customer === null)
    throw new ProviderFailure('refused', `no customer is called ${customerId}`, 'resource_missing')
  return customer
}

function refusedSetup(why: string): ProviderFailure {
  return new ProviderFailure('refused', `the form was ${why}`, 'setup_intent_invalid')
}

function toMethod({ id, data }: BankObject<'method'>): PaymentMethod {
  const { kind, brand, last4, expiresMonth, expiresYear, fingerprint } = data
  return { methodId: id, kind, brand, last4, expiresMonth, expiresYear, fingerprint }
}
