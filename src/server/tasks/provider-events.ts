import { applyProviderEvent, takeDemoWebhooks } from '../payments/webhook.ts'
import type { Task } from './task.ts'

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
