/** A booked order as it goes on: how far it is, who comes, what it costs, and the way out with its fee. */
import { addCents } from '#domain/money.ts'
import { isOver } from '#domain/ondemand/progress.ts'
import { ApiError, useEndpoint } from '#web/api.ts'
import { PhotoStrip } from '#web/photos/photo-strip.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { RouteMap } from '#web/ui/maps/route-map.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { OrderActions } from './order-actions.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { PriceCard } from './price-card.tsx'
import type { ShownOrder } from './shown-order.ts'

/** Until the live stream covers its changes. */
const POLL_MS = 5_000

export function Order({ orderId }: { orderId: string }) {
  const { order: texts } = useText().ondemand
  const order = useEndpoint('GET /api/on-demand-order', { query: { id: orderId } }, { refetchMs: POLL_MS })
  if (order.data) return <OrderView order={order.data} />
  const isGone = order.error instanceof ApiError && [400, 404].includes(order.error.status)
  return (
    <Page title={texts.title} width="narrow" back={linkTo('ondemand')}>
      {order.isPending && (
        <>
          <SkeletonCard rows={5} />
          <SkeletonCard rows={4} />
        </>
      )}
      {order.isError && isGone && <EmptyState icon="search" title={texts.notFound} />}
      {order.isError && !isGone && <ErrorState error={order.error} onRetry={() => void order.refetch()} />}
    </Page>
  )
}

function OrderView({ order }: { order: ShownOrder }) {
  const { order: texts } = useText().ondemand
  const photosOf = (photos: ShownOrder['workPhotos'], alt: string) =>
    photos.map(({ url, thumbnailUrl }) => ({ url, thumbnailUrl, alt }))
  return (
    <Page
      title={texts.progress[order.progress]}
      subtitle={order.placeName}
      width="narrow"
      back={linkTo('home')}
    >
      <Said order={order} />
      <OrderTimeline order={order} />
      {order.crew && !isOver(order.progress) && <Crew crew={order.crew} timeZone={order.timeZone} />}
      {order.workPhotos.length > 0 && (
        <Card title={texts.workPhotos}>
          <PhotoStrip photos={photosOf(order.workPhotos, texts.workPhoto)} />
        </Card>
      )}
      <OrderActions order={order} />
      <div className="overflow-hidden rounded-2xl border border-line">
        <RouteMap
          isRoute={false}
          hasVisibleList
          stops={[{ id: order.id, place: order, label: order.address ?? order.placeName }]}
        />
      </div>
      <Details order={order} />
    </Page>
  )
}

/** One sentence that says how things stand; spoken when it changes. */
function Said({ order }: { order: ShownOrder }) {
  const { order: texts } = useText().ondemand
  const format = useFormat()
  const { progress } = order
  const name = order.crew?.firstName ?? ''
  const sentence =
    progress === 'accepted' || progress === 'on_the_way' || progress === 'working'
      ? texts.body[progress](name)
      : progress === 'missed'
        ? texts.body.missed(format.money(order.creditCents))
        : progress === 'cancelled' && order.feeCents > 0
          ? texts.body.cancelledFee(format.money(order.feeCents))
          : texts.body[progress]
  const isBad = progress === 'declined' || progress === 'missed' || progress === 'nobody_found'
  return (
    <output className="block">
      <Banner tone={isBad ? 'warn' : progress === 'done' ? 'good' : 'info'}>{sentence}</Banner>
    </output>
  )
}

function Crew({ crew, timeZone }: { crew: NonNullable<ShownOrder['crew']>; timeZone: string }) {
  const { order: texts } = useText().ondemand
  const format = useFormat()
  return (
    <Card title={texts.crew}>
      <p className="text-lg font-semibold">{crew.firstName}</p>
      <p className="text-muted">
        {crew.rating === null ? texts.newcomer : texts.rating(crew.rating.toFixed(1), crew.ratingCount)}
      </p>
      {crew.expectedAt && (
        <p className="pt-1 font-medium">{texts.about(format.time(crew.expectedAt, timeZone))}</p>
      )}
    </Card>
  )
}

/** What the sum of the lines is by now: work done is paid for with its extras; what came to nothing is not. */
function totalOf(progress: ShownOrder['progress']): 'later' | 'done' | 'never' {
  if (!isOver(progress)) return 'later'
  return progress === 'done' || progress === 'no_access' ? 'done' : 'never'
}

function Details({ order }: { order: ShownOrder }) {
  const { ondemand } = useText()
  const { order: texts } = ondemand
  const format = useFormat()
  const { payment } = order
  const holds = ['looking', 'accepted', 'on_the_way', 'working'].includes(order.progress)
  return (
    <>
      <PriceCard
        title={texts.details}
        quote={{ ...order, totalCents: addCents(...order.lines.map(({ amountCents }) => amountCents)) }}
        totalLabel={texts.totals[totalOf(order.progress)]}
        serviceKey={order.serviceKey}
        quantity={order.quantity}
        place={order.address ?? order.placeName}
        isNow={order.isNow}
      />
      {(order.notes !== '' || order.orderPhotos.length > 0) && (
        <Card title={ondemand.price.notes}>
          <p className="whitespace-pre-line">{order.notes}</p>
          <PhotoStrip
            photos={order.orderPhotos.map(({ url, thumbnailUrl }) => ({
              url,
              thumbnailUrl,
              alt: ondemand.when.photo,
            }))}
          />
        </Card>
      )}
      {holds && order.totalCents > 0 && (
        <p className="text-muted">{texts.held(format.money(order.totalCents))}</p>
      )}
      {payment && (
        <p className="flex flex-wrap items-center justify-between gap-3">
          <span>{(payment.state === 'paid' ? texts.paid : texts.due)(format.money(payment.totalCents))}</span>
          <ButtonLink icon="list" to={linkTo('receipt', { paymentID: payment.id })}>
            {texts.receipt}
          </ButtonLink>
        </p>
      )}
    </>
  )
}
