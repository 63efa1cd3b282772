/** The exact price, then in place whatever is still missing: who it is, a card, and the one button that books. */
import { lazy, Suspense, useState } from 'react'
import { newIdempotencyKey, useAction, useEndpoint } from '#web/api.ts'
import { useGo } from '#web/browser/go.ts'
import { loadChunk } from '#web/builds/chunk-reload.ts'
import { CardOnFile } from '#web/money/card-on-file.tsx'
import { useDeclineText } from '#web/money/decline-text.ts'
import { whileBankAsks } from '#web/payments/answer-bank.ts'
import { useUserQuery } from '#web/session/user.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { CouponField } from './coupon-field.tsx'
import type { OrderInTheMaking } from './order-draft.ts'
import { PriceCard, RulesCard } from './price-card.tsx'
import { type Checkout, useCheckout } from './use-checkout.ts'

// Customers, who most come back, do not wait for it.
const AccountPart = lazy(() =>
  loadChunk(async () => ({ default: (await import('./account-part.tsx')).AccountPart })),
)

/** Who has a card on file needs none. */
const CardForm = lazy(() =>
  loadChunk(async () => ({ default: (await import('#web/money/card-form.tsx')).CardForm })),
)

export function CheckoutStep({ order }: { order: OrderInTheMaking }) {
  const { ondemand } = useText()
  const { draft } = order
  const user = useUserQuery()
  const checkout = useCheckout(draft, (token) => order.set({ token }))
  if (checkout.isPending) return <SkeletonCard rows={6} />
  if (checkout.isLoadingError)
    return <ErrorState error={checkout.error} onRetry={() => void checkout.refetch()} />
  const { quote, token } = checkout.data
  return (
    <>
      <PriceCard
        title={ondemand.price.title}
        quote={quote}
        serviceKey={draft.serviceKey}
        quantity={draft.quantity}
        place={draft.place?.address ?? ''}
        isNow={draft.whenKind === 'now'}
      />
      {token !== null && <CouponField onTaken={() => void checkout.refetch()} />}
      <RulesCard rules={quote.rules} />
      {user.data === undefined && !user.isFetching && (
        <Suspense fallback={<SkeletonCard rows={4} />}>
          <AccountPart />
        </Suspense>
      )}
      {user.data && user.data.type !== 'Customer' && (
        <Banner tone="warn">{ondemand.account.wrongType}</Banner>
      )}
      {token !== null && (
        <PayPart
          token={token}
          quote={quote}
          onStale={() => void checkout.refetch()}
          onBooked={order.finish}
        />
      )}
    </>
  )
}

type PayPartProps = { token: string; quote: Checkout['quote']; onStale: () => void; onBooked: () => void }

function PayPart({ token, quote, onStale, onBooked }: PayPartProps) {
  const { ondemand } = useText()
  const format = useFormat()
  const go = useGo()
  const declineText = useDeclineText()
  const method = useEndpoint('POST /api/get-payment-method', { body: {} })
  const book = useAction('POST /api/book-on-demand', {
    refreshes: ['POST /api/get-on-demand-orders', 'GET /api/customer-summary', 'POST /api/get-visits'],
  })
  const [declineCode, setDeclineCode] = useState<string | null>(null)
  const [isOtherCard, setOtherCard] = useState(false)
  if (method.isPending) return <SkeletonCard rows={2} />
  if (method.isLoadingError) return <ErrorState error={method.error} onRetry={() => void method.refetch()} />
  const card = method.data.orderCard
  const submit = async () => {
    const body = { token, expectedTotalCents: quote.totalCents }
    const {
      orderId,
      progress,
      declineCode: code,
    } = await whileBankAsks(
      // A key of its own for every try: a declined order is sent again, and the draft books once anyway.
      () => book.mutateAsync({ body, idempotencyKey: newIdempotencyKey() }),
      (reply) => reply.nextAction,
    ).catch((error: unknown) => {
      onStale()
      throw error
    })
    if (progress === 'declined') return setDeclineCode(code ?? 'card_declined')
    onBooked()
    go(linkTo('ondemand', {}, { order: orderId }))
  }
  const needsCard = card === null || card.isExpired || isOtherCard
  return (
    <>
      {declineCode !== null && (
        <Banner tone="danger" title={ondemand.card.declined} isAlert>
          {declineText(declineCode)} {ondemand.card.nothingLost}
        </Banner>
      )}
      {needsCard ? (
        <NewCard
          onSaved={() => {
            setOtherCard(false)
            setDeclineCode(null)
          }}
        />
      ) : (
        <Form
          onSubmit={submit}
          submitLabel={ondemand.price.book(format.money(quote.totalCents))}
          icon="check"
          isWide
          label={ondemand.card.title}
        >
          <Card title={ondemand.card.title}>
            <div className="grid gap-3">
              <CardOnFile card={card} />
              <Button tone="quiet" icon="card" onClick={() => setOtherCard(true)}>
                {ondemand.card.another}
              </Button>
              <p className="text-sm text-muted">{ondemand.price.hold(format.money(quote.totalCents))}</p>
            </div>
          </Card>
        </Form>
      )}
    </>
  )
}

function NewCard({ onSaved }: { onSaved: () => void }) {
  const { card: texts } = useText().ondemand
  const save = useAction('POST /api/save-card', { refreshes: ['POST /api/get-payment-method'] })
  return (
    <Card title={texts.title}>
      <Suspense fallback={<SkeletonCard rows={3} />}>
        <CardForm
          submitLabel={texts.save}
          onToken={async (setupToken) => {
            await whileBankAsks(
              () => save.mutateAsync({ body: { setupToken, isForOrder: true } }),
              (reply) => reply.charge.nextAction,
            )
            onSaved()
          }}
        />
      </Suspense>
    </Card>
  )
}
