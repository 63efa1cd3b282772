import type { App } from '../app.ts'
import { settleHoldFromProvider } from '../ondemand/settle-hold.ts'
import { settleFromProvider } from '../payments/settle-charge.ts'
import { takeDemoWebhooks } from '../payments/webhook.ts'
import { refreshPayoutAccount } from '../payouts/read-account.ts'
import { settleTransferFromProvider } from '../payouts/settle-transfer.ts'
import type { Task } from '../tasks/task.ts'

export const applyProviderEventTask: Task<'apply_provider_event'> = {
  kind: 'apply_provider_event',
  tries: 12,
  outside: (app, event) => applyProviderEvent(app, event),
}

export const takeDemoWebhooksTask: Task<'take_demo_webhooks'> = {
  kind: 'take_demo_webhooks',
  tries: 3,
  outside: (app) => takeDemoWebhooks(app),
}

/** Recomputes from what the provider says now, so events may come late, twice and in any order. */
async function applyProviderEvent(
  app: App,
  { type, objectId }: { type: string; objectId: string },
): Promise<void> {
  if (type.startsWith('payment_intent.')) {
    await settleHoldFromProvider(app, objectId)
    await settleFromProvider(app, objectId)
  }
  if (type.startsWith('payout.')) await settleTransferFromProvider(app, objectId)
  else if (type === 'account.updated') await refreshPayoutAccount(app, objectId)
}
