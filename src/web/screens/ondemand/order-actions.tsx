/** What a customer can do about an order: call it off for the fee that is shown, book it again, rate it. */

import { isOver } from '#domain/ondemand/progress.ts'
import { addDays, dateAt } from '#domain/time.ts'
import { useAction } from '#web/api.ts'
import { useGo } from '#web/browser/go.ts'
import { useUser } from '#web/session/user.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { confirmPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { useNow } from '#web/ui/now.ts'
import { linkTo } from '#web/urls.ts'
import { emptyOrder, keepOrder } from './order-draft.ts'
import type { ShownOrder } from './shown-order.ts'

export function OrderActions({ order }: { order: ShownOrder }) {
  const { order: texts } = useText().ondemand
  const canBookAgain = isOver(order.progress)
  return (
    <div className="flex flex-wrap gap-3">
      {order.progress === 'done' && order.visitId !== null && (
        <ButtonLink tone="primary" icon="check" to={linkTo('visit', { visit_id: order.visitId })}>
          {texts.visit}
        </ButtonLink>
      )}
      {canBookAgain && <BookAgain order={order} />}
      {order.cancellation !== null && <Cancel order={order} terms={order.cancellation} />}
    </div>
  )
}

function BookAgain({ order }: { order: ShownOrder }) {
  const { order: texts } = useText().ondemand
  const go = useGo()
  const now = useNow()
  const userId = useUser()?.id
  const again = () => {
    const { placeName, address, lat, lng, propertyId, serviceKey, quantity, notes } = order
    const next = {
      ...emptyOrder(addDays(dateAt(now, order.timeZone), 1)),
      place: { address: address ?? placeName, lat, lng },
      propertyId,
      serviceKey,
      quantity,
      notes,
    }
    if (userId !== undefined) keepOrder(next, userId)
    go(linkTo('ondemand', {}, { step: 'when' }))
  }
  return (
    <Button icon="plus" onClick={again}>
      {order.progress === 'declined' ? texts.tryAgain : texts.again}
    </Button>
  )
}

function Cancel({ order, terms }: { order: ShownOrder; terms: NonNullable<ShownOrder['cancellation']> }) {
  const { order: texts } = useText().ondemand
  const format = useFormat()
  const cancel = useAction('POST /api/cancel-on-demand', {
    refreshes: [
      'GET /api/on-demand-order',
      'POST /api/get-on-demand-orders',
      'GET /api/customer-summary',
      'POST /api/get-visits',
    ],
  })
  const isFree = terms.feeCents === 0
  const fee = format.money(terms.feeCents)
  const until = terms.freeUntil === null ? '' : texts.freeUntil(format.dateTime(terms.freeUntil))
  const ask = () =>
    confirmPrompt({
      title: texts.cancelTitle,
      body: isFree ? texts.cancelFreeBody : texts.cancelFeeBody(fee),
      submitLabel: isFree ? texts.cancelFree : texts.cancelFor(fee),
      keepLabel: texts.keep,
      isDanger: true,
      onSubmit: async () => {
        await cancel.mutateAsync({ body: { orderId: order.id, expectedFeeCents: terms.feeCents } })
        showToast(texts.cancelled)
      },
    })
  return (
    <span className="grid gap-1">
      <Button icon="close" onClick={() => void ask()}>
        {isFree ? texts.cancelFree : texts.cancelFor(fee)}
      </Button>
      {isFree && until !== '' && <span className="text-sm text-muted">{until}</span>}
    </span>
  )
}
