/**
 * The embedded payment provider: the states of a real one, test cards by number, keys that are forgotten, signed
 * webhooks, and books of its own (`demo_bank_object`) with which ours can be reconciled. Everything ends well and at
 * once, until `faults` say otherwise.
 */
import type { Cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../../db/client.ts'
import type { Clock } from '../clock/port.ts'
import { ProviderFailure } from '../payments/failure.ts'
import type { BankAccountDetails, CardDetails, HostedForms } from '../payments/hosted-forms.ts'
import type { Payments } from '../payments/payments.ts'
import type { Chargeback, FraudWarning, Refund } from '../payments/port.ts'
import {
  createAccount,
  createPayoutForms,
  makeLink,
  readAccount,
  restrictAccount,
} from './embedded-accounts.ts'
import { createChallengeForms } from './embedded-challenges.ts'
import {
  acceptChargeback,
  endChargeback,
  openChargeback,
  readChargeback,
  readFraudWarning,
  ripeChargeback,
  sendEvidence,
  warnOfFraud,
} from './embedded-chargebacks.ts'
import { cancelCharge, confirmCharge, createCharge, readCharge } from './embedded-charges.ts'
import { type Bank, listEvents, takeEvents, toEvent } from './embedded-events.ts'
import { type BankFaults, type BankOperation, noFaults } from './embedded-faults.ts'
import { capture, confirmHold, createHold, listHolds, readHold, release } from './embedded-holds.ts'
import { MINIMUM_CHARGE_CENTS, readIntent } from './embedded-intents.ts'
import {
  fillSetup,
  makeCustomer,
  makeSetup,
  readMethod,
  renewCard,
  saveMethod,
  takeMethodOff,
  tokeniseBankAccount,
  tokeniseCard,
} from './embedded-methods.ts'
import { balanceOf, listMovements } from './embedded-moves.ts'
import {
  createBankPayout,
  findBankPayout,
  readBankPayout,
  returnPayout,
  ripePayout,
} from './embedded-payouts.ts'
import { dueIds } from './embedded-plan.ts'
import { createRefund, findRefund, listRefunds, readRefund, refundByHand } from './embedded-refunds.ts'
import {
  createTransfer,
  findReversal,
  findTransfer,
  readTransfer,
  reverseTransfer,
} from './embedded-transfers.ts'
import { readSignedEvent, signEvent } from './embedded-webhooks.ts'

/** What only its owner can do with the embedded provider: tests, benches and the simulation. */
export type DemoBank = Payments & {
  readonly hostedForms: HostedForms
  readonly faults: BankFaults
  /** What the provider's form does in a browser; null where the card was taken. */
  fillSetup(setupToken: string, card: CardDetails | BankAccountDetails): Promise<{ declined: string } | null>
  takeMethodOff(methodId: string): Promise<void>
  renewCard(
    methodId: string,
    card: { last4?: string; expiresMonth?: number; expiresYear?: number },
  ): Promise<void>
  /** A refund made in the provider's own dashboard. */
  refundByHand(input: { intentId: string; amountCents: Cents }): Promise<Refund>
  /** It wants to know something of a payee, by a deadline or at once. */
  restrictAccount(
    accountId: string,
    wanted: { requirements: readonly string[]; deadline: Instant | null; disabledReason?: string },
  ): Promise<void>
  /** A payout that arrived comes back, and the bank account behind it is no longer good (field 24). */
  returnPayout(payoutId: string, failure: string): Promise<void>
  openChargeback(input: { intentId: string; amountCents?: Cents; reason?: string }): Promise<Chargeback>
  endChargeback(chargebackId: string, state: 'won' | 'lost'): Promise<void>
  warnOfFraud(input: { intentId: string; isActionable?: boolean }): Promise<FraudWarning>
  /** As after a day. */
  forgetKeys(): Promise<void>
}

export function createDemoBank(options: { db: Db; clock: Clock; secret: string; origin: string }): DemoBank {
  const bank: Bank = { ...options, faults: noFaults() }
  return { ...callsOf(bank), ...listsOf(bank), ...ownersOf(bank) }
}

/** The embedded provider behind a port. Throws where another one stands there. */
export function demoBankOf(payments: Payments): DemoBank {
  if (!isDemoBank(payments)) throw new Error('the payment provider is not the embedded one')
  return payments
}

function isDemoBank(payments: Payments): payments is DemoBank {
  return 'faults' in payments
}

/** Every call goes over a line that may break. */
function callsOf(bank: Bank) {
  const over = <Input, Result>(
    operation: BankOperation,
    nameOf: (input: Input) => string,
    act: (bank: Bank, input: Input) => Promise<Result>,
  ) => {
    return (input: Input) => overLine(bank, operation, nameOf(input), () => act(bank, input))
  }
  const keyOf = ({ key }: { key: string }) => key
  const id = (text: string) => text
  return {
    createCustomer: over('createCustomer', keyOf, makeCustomer),
    createMethodSetup: over('createMethodSetup', keyOf, makeSetup),
    saveMethod: over('saveMethod', keyOf, saveMethod),
    readMethod: over('readMethod', id, readMethod),
    createCharge: over('createCharge', keyOf, createCharge),
    confirmCharge: over('confirmCharge', keyOf, confirmCharge),
    cancelCharge: over('cancelCharge', keyOf, cancelCharge),
    readCharge: over('readCharge', id, readCharge),
    createHold: over('createHold', keyOf, createHold),
    confirmHold: over('confirmHold', keyOf, confirmHold),
    capture: over('capture', keyOf, capture),
    release: over('release', keyOf, (of, { intentId }: { key: string; intentId: string }) =>
      release(of, intentId),
    ),
    readHold: over('readHold', id, readHold),
    createRefund: over('createRefund', keyOf, createRefund),
    readRefund: over('readRefund', id, readRefund),
    findRefund: over('findRefund', ({ reference }) => reference, findRefund),
    listRefunds: over('listRefunds', id, listRefunds),
    createPayoutAccount: over('createPayoutAccount', keyOf, createAccount),
    payoutAccountLink: over('payoutAccountLink', ({ accountId }) => accountId, makeLink),
    readPayoutAccount: over('readPayoutAccount', id, readAccount),
    createTransfer: over('createTransfer', keyOf, createTransfer),
    readTransfer: over('readTransfer', id, readTransfer),
    findTransfer: over('findTransfer', ({ reference }) => reference, findTransfer),
    reverseTransfer: over('reverseTransfer', keyOf, reverseTransfer),
    findReversal: over('findReversal', ({ reference }) => reference, findReversal),
    createBankPayout: over('createBankPayout', keyOf, createBankPayout),
    readBankPayout: over('readBankPayout', ({ payoutId }) => payoutId, readBankPayout),
    findBankPayout: over('findBankPayout', ({ reference }) => reference, findBankPayout),
    readChargeback: over('readChargeback', id, readChargeback),
    sendEvidence: over('sendEvidence', keyOf, sendEvidence),
    acceptChargeback: over('acceptChargeback', keyOf, acceptChargeback),
    readFraudWarning: over('readFraudWarning', id, readFraudWarning),
  }
}

function listsOf(bank: Bank) {
  return {
    name: 'embedded' as const,
    browser: null,
    diagnose: null,
    minimumChargeCents: MINIMUM_CHARGE_CENTS,
    listHolds: (since: Instant) => listHolds(bank, since),
    readBalance: () => overLine(bank, 'readBalance', 'balance', () => balanceOf(bank, bank.db)),
    listMovements: (since: Instant) => afterRipening(bank, () => listMovements(bank, since)),
    listEvents: (since: Instant) => afterRipening(bank, () => listEvents(bank, since)),
    readWebhook: (input: Parameters<Payments['readWebhook']>[0]) =>
      readSignedEvent(input, bank.secret, bank.clock.now()),
    hostedForms: {
      tokeniseCard: (card: CardDetails) => tokeniseCard(bank, card),
      tokeniseBankAccount: (account: BankAccountDetails) => tokeniseBankAccount(bank, account),
      ...createChallengeForms(bank),
      ...createPayoutForms(bank),
      takeWebhooks: (limit: number) => takeWebhooks(bank, limit),
    },
  }
}

function ownersOf(bank: Bank): Omit<DemoBank, keyof Payments> & Pick<DemoBank, 'faults'> {
  return {
    faults: bank.faults,
    fillSetup: (setupToken, card) => fillSetup(bank, setupToken, card),
    takeMethodOff: (methodId) => takeMethodOff(bank, methodId),
    renewCard: (methodId, card) => renewCard(bank, methodId, card),
    refundByHand: (input) => refundByHand(bank, input),
    restrictAccount: (accountId, wanted) => restrictAccount(bank, accountId, wanted),
    returnPayout: (payoutId, failure) => returnPayout(bank, payoutId, failure),
    openChargeback: (input) => openChargeback(bank, input),
    endChargeback: (chargebackId, state) => endChargeback(bank, chargebackId, state),
    warnOfFraud: (input) => warnOfFraud(bank, input),
    forgetKeys: async () => {
      await bank.db.updateTable('demo_bank_object').set({ idempotency_key: null }).execute()
    },
  }
}

async function overLine<Result>(
  { faults }: Bank,
  operation: BankOperation,
  key: string,
  act: () => Promise<Result>,
): Promise<Result> {
  if (faults.breaksLine({ operation, moment: 'before', key }))
    throw new ProviderFailure('unavailable', `the line broke before ${operation}`)
  const result = await act()
  await faults.beforeAnswer({ operation, key })
  if (faults.breaksLine({ operation, moment: 'after', key }))
    throw new ProviderFailure('unavailable', `the line broke after ${operation}`)
  return result
}

async function* afterRipening<Item>(bank: Bank, list: () => AsyncIterable<Item>): AsyncGenerator<Item> {
  await ripen(bank)
  yield* list()
}

/** What had its time but nobody looked at happens now. */
async function ripen(bank: Bank): Promise<void> {
  for (const id of await dueIds(bank, 'intent')) await readIntent(bank, id)
  for (const id of await dueIds(bank, 'refund')) await readRefund(bank, id)
  for (const id of await dueIds(bank, 'payout')) await ripePayout(bank, id)
  for (const id of await dueIds(bank, 'account')) await readAccount(bank, id)
  for (const id of await dueIds(bank, 'chargeback')) await ripeChargeback(bank, id)
}

async function takeWebhooks(bank: Bank, limit: number): ReturnType<HostedForms['takeWebhooks']> {
  await ripen(bank)
  const due = (await takeEvents(bank, limit)).map((event) =>
    signEvent(toEvent(event), bank.secret, bank.clock.now()),
  )
  return bank.faults.deliver(due)
}
