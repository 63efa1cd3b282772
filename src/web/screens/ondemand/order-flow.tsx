/** Putting an order together in four steps, without an account first; each step has its own address (`?step=`). */
import { addDays, DEFAULT_TIME_ZONE, dateAt } from '#domain/time.ts'
import { useUser } from '#web/session/user.ts'
import { StepHead } from '#web/steps/step-head.tsx'
import { useSteps } from '#web/steps/use-steps.ts'
import { useText } from '#web/text/store.ts'
import { useNow } from '#web/ui/now.ts'
import { Page } from '#web/ui/page.tsx'
import { CheckoutStep } from './checkout-step.tsx'
import { OpenOrders } from './open-orders.tsx'
import { type OrderDraft, useOrderDraft } from './order-draft.ts'
import { WhatStep } from './what-step.tsx'
import { WhenStep } from './when-step.tsx'
import { WhereStep } from './where-step.tsx'

const STEPS = ['where', 'what', 'when', 'price'] as const
type Step = (typeof STEPS)[number]

export function OrderFlow() {
  const { ondemand } = useText()
  const user = useUser()
  const tomorrow = addDays(dateAt(useNow(), user?.time_zone ?? DEFAULT_TIME_ZONE), 1)
  const order = useOrderDraft(tomorrow)
  const steps = useSteps(STEPS, furthestStep(order.draft))
  const { step, goTo } = steps
  return (
    <Page title={ondemand.title} subtitle={ondemand.subtitle} width="narrow">
      {step === 'where' && user?.type === 'Customer' && <OpenOrders />}
      <StepHead titles={ondemand.steps} steps={steps} onRestart={order.finish} />
      {step === 'where' && <WhereStep order={order} onNext={() => goTo('what')} />}
      {step === 'what' && <WhatStep order={order} onNext={() => goTo('when')} />}
      {step === 'when' && <WhenStep order={order} onNext={() => goTo('price')} />}
      {step === 'price' && <CheckoutStep order={order} />}
    </Page>
  )
}

/** Nobody lands on a step whose questions before it are open. */
function furthestStep(draft: OrderDraft): Step {
  if (draft.place === null) return 'where'
  return draft.serviceKey === '' ? 'what' : 'price'
}
