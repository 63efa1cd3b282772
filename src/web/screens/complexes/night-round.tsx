/** The round of a night on the crew's phone: one big button a building, and a way to add a violation. */
import { lazy, Suspense, useState } from 'react'
import { progressOf } from '#domain/complexes/round.ts'
import { useAction, useEndpoint } from '#web/api.ts'
import { PartBoundary } from '#web/errors/part-boundary.tsx'
import { useOnline } from '#web/browser/online.ts'
import { useActPhoto } from '#web/photos/act-photo.ts'
import { QueuedPasses } from '#web/checkpoints/queued-passes.tsx'
import { usePassText } from '#web/checkpoints/use-pass-text.ts'
import { PhotoStrip } from '#web/photos/photo-strip.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { useExceptionText } from './exception-text.ts'
import { placeOf } from './place-of-round.ts'
import type { CrewRound } from './replies.ts'
import { ViolationSheet } from './violation-sheet.tsx'

const PassSheet = lazy(async () => ({
  default: (await import('#web/checkpoints/pass-sheet.tsx')).PassSheet,
}))

const READS = ['GET /api/night-round'] as const

export function NightRound({ visitId }: { visitId: string }) {
  const texts = useText().complexes
  const round = useEndpoint('GET /api/night-round', { query: { visitId: visitId } })
  return (
    <Page
      title={round.data?.complexName ?? texts.round.title}
      back={round.data ? linkTo('complex', {}, { id: round.data.complexId }) : linkTo('complexes')}
      width="narrow"
    >
      {round.isPending && <SkeletonCard rows={6} />}
      {round.isLoadingError && <ErrorState error={round.error} onRetry={() => void round.refetch()} />}
      {round.data && <RoundView round={round.data} />}
    </Page>
  )
}

function RoundView({ round }: { round: CrewRound }) {
  const texts = useText().complexes
  const exceptionText = useExceptionText(round.buildings)
  const [isAdding, setAdding] = useState(false)
  const [isTyping, setTyping] = useState(false)
  const isOnline = useOnline()
  const buildings = round.buildings.map(({ id, checkedAt }) => ({
    id,
    checkedAt: checkedAt === null ? null : Date.parse(checkedAt),
  }))
  const { checkedCount, buildingCount } = progressOf(buildings, round.exceptions)
  return (
    <>
      <Card>
        <ProgressBar
          label={texts.round.progress(checkedCount, buildingCount)}
          value={buildingCount === 0 ? 0 : checkedCount / buildingCount}
        />
      </Card>
      {!isOnline && <Banner icon="info">{texts.round.offline}</Banner>}
      {!round.canWork && (
        <Banner icon="info">{round.completedAt === null ? texts.round.notNow : texts.round.closed}</Banner>
      )}
      {round.instructions !== '' && (
        <Banner icon="lock" title={texts.one.instructions}>
          <span className="whitespace-pre-line">{round.instructions}</span>
        </Banner>
      )}
      {round.exceptions.length > 0 && (
        <Banner tone="warn" title={texts.night.different}>
          {round.exceptions.map((each) => (
            <span key={each.id} className="block">
              {exceptionText(each)}
            </span>
          ))}
        </Banner>
      )}
      <QueuedPasses visitId={round.visitId} />
      {round.buildings.map((building) => (
        <BuildingCard key={building.id} round={round} building={building} />
      ))}
      {round.canWork && (
        <div className="grid gap-3">
          {round.hasCheckpoints && (
            <Button icon="key" isWide isLarge onClick={() => setTyping(true)}>
              {texts.points.enter}
            </Button>
          )}
          <Button icon="warning" isWide isLarge onClick={() => setAdding(true)}>
            {texts.round.addViolation}
          </Button>
          <ButtonLink
            tone={checkedCount < buildingCount ? 'secondary' : 'primary'}
            icon="check"
            isWide
            isLarge
            to={linkTo('home')}
          >
            {texts.round.finish}
          </ButtonLink>
          <p className="text-center text-sm text-muted">{texts.round.needsSignal}</p>
        </div>
      )}
      {isTyping && (
        <PartBoundary onMissing={() => setTyping(false)}>
          <Suspense>
            <PassSheet place={placeOf(round)} onClose={() => setTyping(false)} />
          </Suspense>
        </PartBoundary>
      )}
      {isAdding && <ViolationSheet round={round} onClose={() => setAdding(false)} />}
    </>
  )
}

type BuildingCardProps = { round: CrewRound; building: CrewRound['buildings'][number] }

function BuildingCard({ round, building }: BuildingCardProps) {
  const texts = useText().complexes
  const format = useFormat()
  const check = useAction('POST /api/check-building', { refreshes: READS })
  const passText = usePassText(round.timeZone)
  const ids = { visitId: round.visitId, buildingId: building.id }
  const { camera, progress, error } = useActPhoto({
    place: placeOf(round),
    label: `${texts.round.check}: ${building.name}`,
    onPhoto: ({ photoId }) => check.mutateAsync({ body: { ...ids, photoId } }),
  })
  const isDone = building.checkedAt !== null
  // A code says that somebody was there; a photo may still say more.
  const isPhotoOpen = isDone && building.passed !== null && building.photo === null
  return (
    <Card>
      <div className="grid gap-3">
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            <p className="text-lg font-bold">{building.name}</p>
            <p className="text-sm break-words text-muted">
              {texts.doors(building.unitCount)} · {building.units}
            </p>
            {building.passed && <p className="text-sm text-muted">{passText(building.passed)}</p>}
            {building.unitsLeftOut.length > 0 && (
              <p className="text-sm text-warn">
                {texts.night.doorsLeftOut(building.unitsLeftOut.join(', '))}
              </p>
            )}
          </div>
          {isDone ? (
            <Badge tone="good">{texts.night.done(format.time(building.checkedAt!, round.timeZone))}</Badge>
          ) : (
            building.isLeftOut && <Badge tone="warn">{texts.night.leftOut}</Badge>
          )}
        </div>
        {building.photo && (
          <PhotoStrip photos={[{ ...building.photo, alt: texts.night.photoOf(building.name) }]} />
        )}
        {progress !== undefined && <ProgressBar label={texts.round.sending} value={progress} />}
        {error && (
          <Banner tone="warn" isAlert>
            {error}
          </Banner>
        )}
        {round.canWork && (!isDone || isPhotoOpen) && (
          <Button
            tone={building.isLeftOut || isDone ? 'secondary' : 'primary'}
            icon="camera"
            isWide
            isLarge
            isBusy={progress !== undefined || check.isPending}
            onClick={camera.open}
          >
            {texts.round.check}
          </Button>
        )}
        {round.canWork && isDone && (
          <Button
            tone="quiet"
            icon="undo"
            isBusy={check.isPending}
            onClick={() => check.mutate({ body: { ...ids, isDone: false } })}
          >
            {texts.round.undo}
          </Button>
        )}
        {camera.parts}
      </div>
    </Card>
  )
}
