import type { App } from '../app.ts'
import { refreshMethod } from '../cards/card-queries.ts'
import { receiveChargeback, receiveFraudWarning } from '../chargebacks/receive-chargeback.ts'
import { settleHoldFromProvider } from '../ondemand/settle-hold.ts'
import { settleFees, settleFromProvider } from '../payments/settle-charge.ts'
import { refreshPayoutAccount } from '../payout-accounts/read-account.ts'
import { settleBankPayoutFromProvider } from '../payouts/settle-bank-payout.ts'
import type { EventSubject, ProviderEvent } from '../ports/payments/port.ts'
import { receiveDemoWebhooks, receiveMissedEvents } from '../provider-events/receive-webhook.ts'
import { receiveRefund, receiveRefundsOf } from '../refunds/receive-refund.ts'
import type { Task } from '../tasks/task.ts'

export const applyProviderEventTask: Task<'apply_provider_event'> = {
  kind: 'apply_provider_event',
  tries: 12,
  outside: async (app, event) => {
    await APPLY[event.subject](app, event)
  },
}

export const takeDemoWebhooksTask: Task<'take_demo_webhooks'> = {
  kind: 'take_demo_webhooks',
  tries: 3,
  outside: (app) => receiveDemoWebhooks(app),
}

/** What lost webhooks would have brought. */
export const catchUpEvents: Task<'catch_up_events'> = {
  kind: 'catch_up_events',
  tries: 5,
  outside: (app) => receiveMissedEvents(app),
}

export const settleFeesTask: Task<'settle_fees'> = {
  kind: 'settle_fees',
  tries: 5,
  outside: (app) => settleFees(app),
}

type Apply = (app: App, event: ProviderEvent) => Promise<unknown>

/** Recomputes from what the provider says now, so events may come late, twice and in any order. */
const APPLY: Readonly<Record<EventSubject, Apply>> = {
  hold_or_charge: async (app, { objectId }) => {
    await settleHoldFromProvider(app, objectId)
    await settleFromProvider(app, objectId)
  },
  charge: async (app, { objectId }) => {
    await settleFromProvider(app, objectId)
    await receiveRefundsOf(app, objectId)
  },
  refund: (app, { objectId }) => receiveRefund(app, objectId),
  chargeback: (app, { objectId }) => receiveChargeback(app, objectId),
  fraud_warning: (app, { objectId }) => receiveFraudWarning(app, objectId),
  payment_method: refreshCard,
  transfer: nothing,
  bank_payout: async (app, { objectId: payoutId, accountId }) => {
    if (accountId !== null) await settleBankPayoutFromProvider(app, { accountId, payoutId })
  },
  payout_account: (app, { objectId }) => refreshPayoutAccount(app, objectId),
  // What came of a form is asked for when its customer comes back from it.
  method_setup: nothing,
  unknown: nothing,
}

/** A bank has sent a new date or number for a card on file. */
async function refreshCard(app: App, { objectId }: ProviderEvent): Promise<void> {
  const method = await app.ports.payments.readMethod(objectId)
  if (method !== null) await refreshMethod(app.db, method, app.ports.clock.now())
}

async function nothing(): Promise<void> {}
