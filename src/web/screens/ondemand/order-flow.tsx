/** Putting an order together in four steps, without an account first; each step has its own address (`?step=`). */
import { useSearchParams } from 'react-router'
import { addDays, DEFAULT_TIME_ZONE, dateAt } from '#domain/time.ts'
import { useGo } from '#web/browser/go.ts'
import { useUser } from '#web/session/user.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { useNow } from '#web/ui/now.ts'
import { Page } from '#web/ui/page.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { linkTo } from '#web/urls.ts'
import { CheckoutStep } from './checkout-step.tsx'
import { OpenOrders } from './open-orders.tsx'
import { type OrderDraft, useOrderDraft } from './order-draft.ts'
import { WhatStep } from './what-step.tsx'
import { WhenStep } from './when-step.tsx'
import { WhereStep } from './where-step.tsx'

const STEPS = ['where', 'what', 'when', 'price'] as const
type Step = (typeof STEPS)[number]

export function OrderFlow() {
  const { ondemand, ui } = useText()
  const user = useUser()
  const go = useGo()
  const [search] = useSearchParams()
  const tomorrow = addDays(dateAt(useNow(), user?.time_zone ?? DEFAULT_TIME_ZONE), 1)
  const order = useOrderDraft(tomorrow)
  const step = reachable(search.get('step'), order.draft)
  const goTo = (next: Step) => go(linkTo('ondemand', {}, { step: next }))
  return (
    <Page title={ondemand.title} subtitle={ondemand.subtitle} width="narrow">
      {step === 'where' && user?.type === 'Customer' && <OpenOrders />}
      <Stepper steps={ondemand.steps} current={STEPS.indexOf(step)} />
      {step !== 'where' && (
        <div>
          <Button
            tone="quiet"
            icon="chevron-left"
            onClick={() => goTo(STEPS[STEPS.indexOf(step) - 1] ?? 'where')}
          >
            {ui.back}
          </Button>
        </div>
      )}
      {step === 'where' && <WhereStep order={order} onNext={() => goTo('what')} />}
      {step === 'what' && <WhatStep order={order} onNext={() => goTo('when')} />}
      {step === 'when' && <WhenStep order={order} onNext={() => goTo('price')} />}
      {step === 'price' && <CheckoutStep order={order} />}
    </Page>
  )
}

/** Nobody lands on a step whose questions before it are open. */
function reachable(wanted: string | null, draft: OrderDraft): Step {
  const step = STEPS.find((each) => each === wanted) ?? 'where'
  if (draft.place === null) return 'where'
  if (draft.serviceKey === '' && (step === 'when' || step === 'price')) return 'what'
  return step
}
