/** What follows when the owner of a card has answered the bank. */
import type { Stripe } from 'stripe'
import { chargeCard, saveFailure } from './attempts.ts'
import { idOf } from './call.ts'
import { refuse, StripeProblem } from './problems.ts'
import { finishSetup } from './setup-intents.ts'
import type { World } from './world.ts'

type Finished = {
  readonly kind: 'payment_intent' | 'setup_intent'
  readonly id: string
  readonly clientSecret: string
  readonly returnUrl: string | null
  readonly isApproved: boolean
}

export function finishAuthentication(
  world: World,
  id: string,
  secret: string,
  isApproved: boolean,
): Finished {
  const kind = id.startsWith('seti_') ? 'setup_intent' : 'payment_intent'
  const intent = world.find(kind, id)
  if (intent === undefined || intent.client_secret !== secret || intent.status !== 'requires_action')
    refuse('There is nothing to authenticate here.', { status: 404 })
  const returnUrl = intent.next_action?.redirect_to_url?.return_url ?? null
  world.inTransaction(() => {
    if (intent.object === 'setup_intent') finishSetup(world, intent, isApproved)
    else finishPayment(world, intent, isApproved)
  })
  return { kind, id, clientSecret: secret, returnUrl, isApproved }
}

function finishPayment(world: World, intent: Stripe.PaymentIntent, isApproved: boolean): void {
  const method = world.need('payment_method', String(idOf(intent.payment_method)))
  if (!isApproved) {
    saveFailure(world, intent, method, null, {
      code: 'payment_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    })
    return
  }
  try {
    chargeCard(world, intent, method)
  } catch (error) {
    // Declined after all: the intent says so.
    if (!(error instanceof StripeProblem) || error.body.type !== 'card_error') throw error
  }
}
