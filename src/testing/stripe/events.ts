/** What happened, kept for the daily catch-up and handed to those who listen. */
import { Stripe } from 'stripe'
import type { Answers } from './call.ts'
import { isOfType, queueDeliveries } from './deliveries.ts'
import { answerList } from './lists.ts'
import type { Owner, World } from './world.ts'

type EventType = Stripe.EventBase['type']

/** `previous` has what the changed fields held before. */
export function emit(
  world: World,
  type: EventType,
  object: object,
  { owner = null, previous }: { owner?: Owner; previous?: Record<string, unknown> } = {},
): Stripe.EventBase {
  const event: Stripe.EventBase = {
    id: world.newId('evt'),
    object: 'event',
    ...(owner === null ? {} : { account: owner }),
    api_version: Stripe.API_VERSION,
    created: world.nowSeconds(),
    data: { object, ...(previous === undefined ? {} : { previous_attributes: previous }) },
    livemode: world.isLive,
    pending_webhooks: 0,
    request: world.request ?? { id: null, idempotency_key: null },
    type,
  }
  event.pending_webhooks = queueDeliveries(world, event)
  world.save('event', event, owner)
  return event
}

export const eventAnswers: Answers = {
  'GET /v1/events': (call, params: Stripe.EventListParams) => {
    const types = params.types ?? (params.type === undefined ? ['*'] : [params.type])
    return answerList(call, 'event', params, { keep: ({ type }) => types.some((one) => isOfType(type, one)) })
  },
  'GET /v1/events/:id': ({ world, owner, ids }) => world.need('event', ids[0]!, owner),
}
