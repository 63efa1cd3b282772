/** Stripe's double in the hands of the behaviour suite: what its owner, a bank or a browser does. */
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Stripe } from 'stripe'
import { DAY_MS, type Instant, instant } from '#domain/time.ts'
import { clientOf, sendCommand } from '#testing/stripe/double-process.ts'
import { planFault } from '#testing/stripe/faults.ts'
import { type RunningDouble, startDouble } from '#testing/stripe/server.ts'
import type { CardSort, PaymentsUnderTest, ProviderOwner, Webhook } from '../payments/behaviour-under-test.ts'
import type { StripeKeys } from './client.ts'
import { PAYEE_EVENTS, PLATFORM_EVENTS } from './events.ts'
import { createStripe } from './stripe.ts'
import { idOf } from './values.ts'

const SECRETS = { platform: 'whsec_platform', payees: 'whsec_payees' } as const

const METHODS: Readonly<Record<CardSort, string>> = {
  good: 'pm_card_visa',
  declinesSaving: 'pm_card_visa_chargeDeclined',
  declinesCharges: 'pm_card_chargeCustomerFail',
  asksAtSaving: 'pm_card_authenticationRequired',
  asksAtCharging: 'pm_card_visa',
  bankAccount: 'pm_usBankAccount_success',
  returnsDebits: 'pm_usBankAccount_insufficientFunds',
}
/** Cards whose refunds take their time. */
const SLOW_REFUND_NUMBER = '4000000000007726'

const AVAILABLE_NUMBER = '4000000000000077'

/** Calls of the port by the addresses at which Stripe takes them. */
const ADDRESSES: Readonly<Record<string, string>> = {
  createCharge: 'POST /v1/payment_intents',
  confirmCharge: 'POST /v1/payment_intents/:id/confirm',
  capture: 'POST /v1/payment_intents/:id/capture',
  createRefund: 'POST /v1/refunds',
  createTransfer: 'POST /v1/transfers',
  createBankPayout: 'POST /v1/payouts',
}
/** The adapter's client asks once more by itself. */
const CALLS_PER_ASK = 2

export type StripeUnderTest = PaymentsUnderTest & {
  readonly double: RunningDouble
  readonly keys: StripeKeys
  close(): Promise<void>
}

export async function openStripe(): Promise<StripeUnderTest> {
  const double = await startDouble()
  const { origin } = double
  const keys: StripeKeys = {
    secretKey: 'sk_test_double',
    publishableKey: 'pk_test_double',
    webhookSecret: SECRETS.platform,
    connectWebhookSecret: SECRETS.payees,
    apiBase: origin,
  }
  const inbox = await openInbox()
  for (const from of ['platform', 'payees'] as const)
    await sendCommand(origin, 'webhook_endpoint', {
      url: `${inbox.origin}/${from}`,
      secret: SECRETS[from],
      connect: from === 'payees',
      enabled_events: from === 'payees' ? PAYEE_EVENTS : PLATFORM_EVENTS,
    })
  const clock = { now: instant(Math.ceil(Date.now() / 1_000 + 10) * 1_000) } // The double's goes forward only.
  await sendCommand(origin, 'clock', { now: clock.now / 1_000, is_standing: true })
  await sendCommand(origin, 'settings', { fee_delay_seconds: 0 })
  const owner = ownerOf(double, keys, clock, inbox)
  return {
    payments: createStripe(keys, { now: () => clock.now }),
    owner,
    double,
    keys,
    close: async () => {
      await double.close()
      await inbox.close()
    },
  }
}

type Inbox = { readonly origin: string; take(): Webhook[]; close(): Promise<void> }

async function openInbox(): Promise<Inbox> {
  const received: Webhook[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const from = request.url === '/payees' ? 'payees' : 'platform'
      received.push({ body, signature: String(request.headers['stripe-signature']), from })
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the inbox has no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    take: () => received.splice(0),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Hand = {
  readonly double: RunningDouble
  readonly isSlow: { debit: boolean }
  readonly command: (name: string, body?: object) => Promise<unknown>
  readonly set: (name: string, value: unknown) => void
  readonly chargeOf: (intentId: string) => string
}

function ownerOf(
  double: RunningDouble,
  keys: StripeKeys,
  clock: { now: Instant },
  inbox: Inbox,
): ProviderOwner {
  const { origin, world } = double
  const hand: Hand = {
    double,
    isSlow: { debit: false },
    command: (name, body = {}) => sendCommand(origin, name, body),
    set: (name, value) => world.setNote('setting', name, value),
    chargeOf: (intentId) => String(idOf(world.need('payment_intent', intentId).latest_charge)),
  }
  const { command } = hand
  return {
    now: () => clock.now,
    advance: async (ms) => {
      clock.now = instant(clock.now + ms)
      await command('clock', { now: clock.now / 1_000 })
    },
    ...browserOf(hand),
    ...faultsOf(hand),
    ...accountsOf(hand),
    ...banksOf(hand),
    lieAbout: async (id) => {
      world.run(`update object set body = json_set(body, '$.status', 'teleported') where id = ?`, id)
    },
    takeWebhooks: async () => {
      await command('health')
      return inbox.take()
    },
    sign: (webhook) => sign(world.newId('evt'), keys, webhook),
  }
}

function browserOf({ double, isSlow, command }: Hand) {
  const { origin, world } = double
  return {
    fillSetup: async ({ setupToken, clientSecret }, card) => {
      if (isSlow.debit) allowBankAccount(double, setupToken)
      await confirmSetup(
        origin,
        setupToken,
        clientSecret,
        isSlow.debit ? 'pm_usBankAccount_success' : METHODS[card],
      )
      const methodId = String(idOf(world.need('setup_intent', setupToken).payment_method))
      if (card === 'asksAtCharging') world.setNote(methodId, 'needs_owner', true)
      // What it pays can be sent on at once.
      if (card === 'good' && !isSlow.debit) world.setNote(methodId, 'number', AVAILABLE_NUMBER)
    },
    answer: async ({ clientSecret }, isApproved) => {
      const id = clientSecret.split('_secret_')[0]!
      await fetch(`${origin}/double/authenticate/${id}?client_secret=${clientSecret}`, {
        method: 'POST',
        body: new URLSearchParams({ result: isApproved ? 'complete' : 'fail' }),
        redirect: 'manual',
      })
    },
    takeMethodOff: async (methodId) =>
      void (await command('detach_in_dashboard', { payment_method: methodId })),
  } satisfies Partial<ProviderOwner>
}

function faultsOf({ double, isSlow, set }: Hand) {
  const { world } = double
  return {
    breakNext: (operation, moment) =>
      planFault(world, {
        on: ADDRESSES[operation] ?? '*',
        kind: moment === 'before' ? 'lost_request' : 'lost_answer',
        times: CALLS_PER_ASK,
        ms: 0,
      }),
    forgetKeys: async () => void world.run('delete from reply'),
    slowCharges: (ms) => {
      isSlow.debit = true
      set('debit_days', ms / DAY_MS)
    },
    slowFees: (ms) => set('fee_delay_seconds', ms / 1_000),
    slowRefunds: (ms, end) => {
      for (const { id } of world.all('payment_method')) world.setNote(id, 'number', SLOW_REFUND_NUMBER)
      if (end === 'succeeded') set('refund_days', ms / DAY_MS)
      else world.setNote('fail_refund', 'any', ms / 1_000)
    },
    refundsFailLater: (ms) => world.setNote('fail_refund', 'any', ms / 1_000),
  } satisfies Partial<ProviderOwner>
}

function accountsOf({ double, command, set }: Hand) {
  const { world } = double
  return {
    makeReady: async (accountId, bank) => {
      await command('complete_onboarding', {
        account: accountId,
        accountNumber: bank === 'notInstant' ? NOT_INSTANT_NUMBER : '000123456789',
      })
    },
    restrict: async (accountId, { requirements, deadline }) =>
      void (await command('demand', {
        account: accountId,
        currently_due: requirements,
        ...(deadline === null ? {} : { deadline: deadline / 1_000 }),
      })),
    emptyBalance: async () => void (await command('settings', { withheld_cents: 100_000_000 })),
    slowPayouts: (ms, end) => {
      set('payout_days', Math.max(1, ms / DAY_MS))
      if (end === 'failed')
        world.setNote('fail_payout', 'any', { code: 'account_closed', isAfterPaid: false })
    },
    returnPayout: async (payoutId, failure) =>
      void (await command('fail_payout', { payout: payoutId, code: failure })),
  } satisfies Partial<ProviderOwner>
}

function banksOf({ double, command, chargeOf }: Hand) {
  const { world } = double
  return {
    refundByHand: async ({ intentId, amountCents }) =>
      void (await command('refund_in_dashboard', { charge: chargeOf(intentId), amount: amountCents })),
    openChargeback: async (intentId) => {
      await command('dispute', { charge: chargeOf(intentId) })
      return world.all('dispute')[0]!.id
    },
    endChargeback: async (chargebackId, outcome) =>
      void (await command('decide_dispute', { dispute: chargebackId, outcome })),
    warnOfFraud: async (intentId) => {
      await command('warn_of_fraud', { charge: chargeOf(intentId) })
      return world.all('radar.early_fraud_warning')[0]!.id
    },
  } satisfies Partial<ProviderOwner>
}

async function sign(
  id: string,
  keys: StripeKeys,
  { at, isOtherMode, from }: Parameters<ProviderOwner['sign']>[0],
): Promise<Webhook> {
  const body = JSON.stringify({
    id,
    object: 'event',
    type: 'payment_intent.succeeded',
    created: Math.floor(at / 1_000),
    livemode: isOtherMode,
    ...(from === 'payees' ? { account: 'acct_1' } : {}),
    data: { object: { id: 'pi_1', object: 'payment_intent' } },
  })
  const signature = await new Stripe(keys.secretKey).webhooks.generateTestHeaderStringAsync({
    payload: body,
    secret: SECRETS[from],
    timestamp: Math.floor(at / 1_000),
  })
  return { body, signature, from }
}

/** A bank account that takes no instant payouts. */
const NOT_INSTANT_NUMBER = '000000000009'

/** What Stripe.js does with what was typed into the form, and the publishable key. */
async function confirmSetup(origin: string, id: string, secret: string, method: string): Promise<void> {
  const browser = clientOf(origin, 'pk_test_double')
  try {
    await browser.setupIntents.confirm(id, {
      payment_method: method,
      client_secret: secret,
      ...(method.startsWith('pm_us')
        ? {
            mandate_data: {
              customer_acceptance: {
                type: 'online',
                online: { ip_address: '127.0.0.1', user_agent: 'test' },
              },
            },
          }
        : {}),
    } as Stripe.SetupIntentConfirmParams)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeCardError)) throw error
  }
}

function allowBankAccount({ world }: RunningDouble, setupToken: string): void {
  const open = { excluded_payment_method_types: null, payment_method_types: ['card', 'us_bank_account'] }
  world.save('setup_intent', { ...world.need('setup_intent', setupToken), ...open })
}
