/** A complex as work: what one night means, open nights to take, own nights to walk. */
import { aboutAWeek } from '#domain/schedule/rhythm-amounts.ts'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ApiError, type Reply, useEndpoint } from '#web/api.ts'
import { useServices } from '#web/jobs/services.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { useAmountText } from '#web/ui/amounts-alike.tsx'
import { StateBadge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { RouteMap } from '#web/ui/maps/route-map.tsx'
import { useNow } from '#web/ui/now.ts'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { useNightTimes } from './nights.tsx'
import type { OpenNight } from './replies.ts'

const TakeJobSheet = lazy(async () => ({
  default: (await import('#web/assignments/take-job-sheet.tsx')).TakeJobSheet,
}))

const NightRound = lazy(async () => ({ default: (await import('./night-round.tsx')).NightRound }))
const PassByLink = lazy(async () => ({
  default: (await import('#web/checkpoints/pass-by-link.tsx')).PassByLink,
}))

type Complex = Reply<'GET /api/crew-complex'>

export function CrewComplex() {
  const [query] = useSearchParams()
  const night = query.get('night')
  const point = query.get('point')
  if (!night && !point) return <ComplexPage id={query.get('id') ?? ''} />
  return (
    <Suspense fallback={<SkeletonCard rows={6} />}>
      {point ? <PassByLink code={point} /> : <NightRound visitId={night ?? ''} />}
    </Suspense>
  )
}

function ComplexPage({ id }: { id: string }) {
  const texts = useText().complexes
  const complex = useEndpoint('GET /api/crew-complex', { query: { id: id } }, { isEnabled: id !== '' })
  const isMissing = id === '' || (complex.error instanceof ApiError && complex.error.status < 500)
  return (
    <Page title={complex.data?.name ?? texts.list.title} back={linkTo('complexes')}>
      {isMissing && (
        <Card>
          <EmptyState
            icon="building"
            title={texts.one.notFound}
            action={<ButtonLink to={linkTo('complexes')}>{texts.crew.title}</ButtonLink>}
          />
        </Card>
      )}
      {!isMissing && complex.isPending && <SkeletonCard rows={5} />}
      {!isMissing && complex.isLoadingError && (
        <ErrorState error={complex.error} onRetry={() => void complex.refetch()} />
      )}
      {complex.data && <ComplexView complex={complex.data} />}
    </Page>
  )
}

function ComplexView({ complex }: { complex: Complex }) {
  const texts = useText().complexes
  const { lat, lng } = complex
  return (
    <>
      <OwnNights complex={complex} />
      <OpenNights complex={complex} />
      <Card title={complex.address ?? complex.neighbourhood ?? texts.one.where} isFlush>
        <RouteMap
          stops={[{ id: complex.complexId, place: { lat, lng }, label: complex.name }]}
          isRoute={false}
          hasVisibleList
        />
        <p className="px-4 py-4 text-muted sm:px-5">
          {texts.units(complex.units)} · {texts.buildingCount(complex.buildings.length)}
        </p>
      </Card>
      {complex.instructions === null ? (
        <Banner icon="lock">{texts.crew.addressLater}</Banner>
      ) : (
        complex.instructions !== '' && (
          <Banner icon="message" title={texts.crew.instructions}>
            <span className="whitespace-pre-line">{complex.instructions}</span>
          </Banner>
        )
      )}
    </>
  )
}

function OwnNights({ complex }: { complex: Complex }) {
  const { complexes, crew } = useText()
  const format = useFormat()
  const services = useServices()
  const now = useNow()
  if (complex.ownNights.length === 0) return null
  return (
    <Card title={complexes.crew.own} isFlush>
      <List label={complexes.crew.own}>
        {complex.ownNights.map((night) => (
          <ListRow
            key={night.visitId}
            title={format.relativeDay(night.date, now)}
            detail={services.name(night.serviceKey)}
            state={<StateBadge state={night.state} label={crew.states[night.state]} />}
            to={linkTo('complex', {}, { id: complex.complexId, night: night.visitId })}
          />
        ))}
      </List>
    </Card>
  )
}

function OpenNights({ complex }: { complex: Complex }) {
  const texts = useText().complexes.crew
  const services = useServices()
  const [taken, take] = useState<OpenNight>()
  return (
    <Card title={texts.openNights} isFlush>
      {complex.nights.length === 0 && <p className="px-4 pb-4 text-muted sm:px-5">{texts.noOpen}</p>}
      <List label={texts.openNights}>
        {complex.nights.map((night) => (
          <OpenNightRow key={night.weeklyJobId} night={night} onTake={() => take(night)} />
        ))}
      </List>
      {taken && (
        <Suspense>
          <TakeJobSheet
            key={taken.weeklyJobId}
            job={taken}
            services={services}
            onClose={() => take(undefined)}
          />
        </Suspense>
      )}
    </Card>
  )
}

function OpenNightRow({ night, onTake }: { night: OpenNight; onTake: () => void }) {
  const texts = useText().complexes.crew
  const format = useFormat()
  const when = useNightTimes()
  const services = useServices()
  const weekdays = night.openDays.map((day) => day.weekday)
  const pays = night.openDays.map((day) => day.payCents)
  const amount = useAmountText(aboutAWeek(night.rhythm, pays))
  return (
    <ListRow
      icon={services.icon(night.serviceKey)}
      title={`${services.name(night.serviceKey)} · ${when({ ...night, weekdays })}`}
      detail={texts.oneNightBody(night.quantity, format.minutes(night.minutes))}
      end={texts.perWeek(amount)}
      actions={
        <Button tone="primary" onClick={onTake}>
          {texts.take}
        </Button>
      }
    />
  )
}
