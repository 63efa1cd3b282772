import { Stripe } from 'stripe'
import { type Answers, mergeMetadata } from './call.ts'
import { answerList } from './lists.ts'
import type { World } from './world.ts'

export const webhookEndpointAnswers: Answers = {
  'POST /v1/webhook_endpoints': ({ world }, params: Stripe.WebhookEndpointCreateParams) =>
    addWebhookEndpoint(world, params),
  'GET /v1/webhook_endpoints': (call, params: Stripe.WebhookEndpointListParams) =>
    answerList(call, 'webhook_endpoint', params),
  'GET /v1/webhook_endpoints/:id': ({ world, ids }) => world.need('webhook_endpoint', ids[0]!),
  'POST /v1/webhook_endpoints/:id': ({ world, ids }, params: Stripe.WebhookEndpointUpdateParams) => {
    const endpoint = world.need('webhook_endpoint', ids[0]!)
    const changed: Stripe.WebhookEndpoint = {
      ...endpoint,
      enabled_events: params.enabled_events ?? endpoint.enabled_events,
      url: params.url ?? endpoint.url,
      status: params.disabled === undefined ? endpoint.status : params.disabled ? 'disabled' : 'enabled',
      metadata: mergeMetadata(endpoint.metadata, params.metadata),
    }
    world.save('webhook_endpoint', changed)
    return changed
  },
  'DELETE /v1/webhook_endpoints/:id': ({ world, ids }): Stripe.DeletedWebhookEndpoint => {
    const { id } = world.need('webhook_endpoint', ids[0]!)
    world.remove(id)
    return { id, object: 'webhook_endpoint', deleted: true }
  },
}

/** The secret is shown once, in this answer. */
export function addWebhookEndpoint(
  world: World,
  params: Omit<Stripe.WebhookEndpointCreateParams, 'enabled_events'> & {
    readonly enabled_events: readonly string[]
  },
  secret = `whsec_${world.nextWord(32)}`,
): Stripe.WebhookEndpoint {
  const endpoint: Stripe.WebhookEndpoint = {
    id: world.newId('we'),
    object: 'webhook_endpoint',
    api_version: params.api_version ?? Stripe.API_VERSION,
    application: null,
    created: world.nowSeconds(),
    description: params.description || null,
    enabled_events: [...params.enabled_events],
    livemode: world.isLive,
    metadata: mergeMetadata({}, params.metadata),
    status: 'enabled',
    url: params.url,
  }
  world.save('webhook_endpoint', endpoint)
  world.setNote(endpoint.id, 'secret', secret)
  world.setNote(endpoint.id, 'is_connect', params.connect === true)
  return { ...endpoint, secret }
}
