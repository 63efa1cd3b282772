/** One city: where it works, what it offers, whether it is open, and what was changed of it. */
import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { ApiError, useAction, useEndpoint } from '#web/api.ts'
import { putOnDesk } from '#web/desk/put-on-desk.ts'
import { Only, useMay } from '#web/session/may.tsx'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { confirmPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { CityState } from './city-state.tsx'
import { LetterheadCard } from './letterhead-card.tsx'
import { MarketHistory } from './market-history.tsx'
import type { Market } from './market-type.ts'

/** A part of its own: the facts are there before the form can be written in. */
const MarketForm = lazy(async () => ({ default: (await import('./market-form.tsx')).MarketForm }))
const SeenArea = lazy(async () => ({ default: (await import('./market-form.tsx')).SeenArea }))

export function MarketPage() {
  const { markets: texts } = useText()
  const { market_id: marketId = '' } = useParams()
  const may = useMay()
  const read = useEndpoint('GET /api/market', { query: { marketId } })
  const back = linkTo('operatorMarkets')
  if (read.error instanceof ApiError && read.error.status === 404)
    return (
      <Page title={texts.title} back={back}>
        <EmptyState icon="map-pin" title={read.error.message} />
      </Page>
    )
  if (read.isError && !read.data) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <SkeletonCard rows={8} />
  const market = read.data
  const canChange = may('catalogue')
  return (
    <Page
      title={market.name}
      back={back}
      width="wide"
      actions={
        <Only may="catalogue" isSaid>
          <StepButton market={market} />
        </Only>
      }
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
        <CityState {...market} />
        <span>{texts.work(market.runningJobs, market.visitsAhead)}</span>
        <span>{texts.waiting(market.waiting)}</span>
      </p>
      <Suspense fallback={<SkeletonCard rows={8} />}>
        {!canChange && <SeenArea market={market} />}
        <fieldset disabled={!canChange} className="contents">
          <MarketForm key={market.id} market={market} hasArea={canChange} />
        </fieldset>
      </Suspense>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <Desk market={market} />
        <LetterheadCard market={market} />
        <MarketHistory market={market} />
      </div>
    </Page>
  )
}

function StepButton({ market: { id: marketId, name, state, waiting } }: { market: Market }) {
  const { markets: texts } = useText()
  const step = useAction('POST /api/step-market', { refreshes: ['GET /api/market', 'GET /api/markets'] })
  const isOpen = state === 'open'
  const ask = async () => {
    const isSure = await confirmPrompt({
      title: isOpen ? texts.closeTitle(name) : texts.openTitle(name),
      body: isOpen ? texts.closeBody : texts.openBody(waiting),
      submitLabel: isOpen ? texts.close : texts.open,
      isDanger: isOpen,
      onSubmit: () => step.mutateAsync({ body: { marketId, step: isOpen ? 'close' : 'open' } }),
    })
    if (isSure) showToast(isOpen ? texts.closed(name) : texts.opened(name))
  }
  return <Button onClick={() => void ask()}>{isOpen ? texts.close : texts.open}</Button>
}

function Desk({ market: { id, isCurrent } }: { market: Market }) {
  const { desk: texts } = useText().markets
  const ways = [
    [texts.prices, linkTo('operatorCatalogue')],
    [texts.settings, `${linkTo('operatorCatalogue')}?show=settings`],
    [texts.tax, `${linkTo('operatorTax')}?show=rates`],
    [texts.holidays, linkTo('operatorSchedule')],
  ] as const
  return (
    <Card title={texts.title}>
      <p className="pb-3 text-muted">{texts.body}</p>
      <div className="flex flex-wrap gap-2">
        {ways.map(([label, path]) => (
          <Button key={path} onClick={() => void putOnDesk(id, path)}>
            {label}
          </Button>
        ))}
        <Only may="staff">
          <ButtonLink icon="user" to={`${linkTo('operatorStaff')}?invite=${id}`}>
            {texts.invite}
          </ButtonLink>
        </Only>
        {!isCurrent && (
          <Button icon="check" onClick={() => void putOnDesk(id, linkTo('operator'))}>
            {texts.put}
          </Button>
        )}
      </div>
    </Card>
  )
}
