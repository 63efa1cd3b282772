/** One stop to do: big, few words, one button that is always the right one. */

import { useState } from 'react'
import { unfinishedOf } from '#domain/checklists/progress.ts'
import type { Services } from '#web/jobs/services.ts'
import { useWindowText } from '#web/jobs/window-text.ts'
import { useVisitCamera } from '#web/photos/visit-camera.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Sheet } from '#web/ui/dialogs/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { ButtonLink, ExternalLink } from '#web/ui/link.tsx'
import { linkTo } from '#web/urls.ts'
import { PlaceTime } from '#web/visits/place-time.tsx'
import { directionsTo } from './directions.ts'
import { type DayStop, nextStepOf, useCompleteVisit, useStartVisit, useVisitPhotos } from './do-visit.ts'
import { LazyChecklist, LazyUndoneSheet } from './lazy-sheets.tsx'
import { QueuedSteps } from './queued-steps.tsx'
import type { QueuedStop } from './queued-stop.ts'
import { StopActs } from './stop-acts.tsx'
import { StopNumber } from './stop-number.tsx'
import { StopPhotos } from './stop-photos.tsx'

export const STOP_CARD_ID = 'stop-card'

type StopCardProps = {
  stop: QueuedStop
  services: Services
  onDone: () => void
  /** Given where another stop is next. */
  onBack?: () => void
}

export function StopCard({ stop, services, onDone, onBack }: StopCardProps) {
  const { crew } = useText()
  const windowText = useWindowText()
  const format = useFormat()
  return (
    <Card
      title={onBack ? crew.home.stop(stop.position) : crew.home.next}
      actions={onBack && <Button onClick={onBack}>{crew.home.toNext}</Button>}
    >
      <div className="grid gap-4" id={STOP_CARD_ID}>
        <div className="flex items-start gap-3">
          <StopNumber number={stop.position} />
          <div className="min-w-0 flex-1">
            <p className="text-xl font-bold">{stop.propertyName}</p>
            {stop.address && <p>{stop.address}</p>}
            <p className="flex items-start gap-x-2 text-muted">
              <Icon name={services.icon(stop.serviceKey)} size={18} className="mt-0.5" />
              <span>
                {services.name(stop.serviceKey)} · {crew.units(stop.quantity, services.unit(stop.serviceKey))}
              </span>
            </p>
            <p className="nums text-muted">
              {windowText(stop.window)} · {format.minutes(stop.minutes)}
              {stop.payCents !== null && ` · ${format.money(stop.payCents)}`}
            </p>
            <PlaceTime zone={stop.timeZone} />
          </div>
        </div>
        <Steps stop={stop} onDone={onDone} />
        <StopActs stop={stop} />
      </div>
    </Card>
  )
}

/** Under the button, which stays in sight however much there is to read. */
function Instructions({ stop }: { stop: DayStop }) {
  const { crew } = useText()
  return (
    <>
      {stop.accessNotes && (
        <Banner icon="lock" title={crew.home.access}>
          <span className="whitespace-pre-line">{stop.accessNotes}</span>
        </Banner>
      )}
      {stop.jobNotes && (
        <Banner icon="message" title={crew.home.notes}>
          <span className="whitespace-pre-line">{stop.jobNotes}</span>
        </Banner>
      )}
    </>
  )
}

function Steps({ stop, onDone }: { stop: QueuedStop; onDone: () => void }) {
  const { crew } = useText()
  const start = useStartVisit(stop)
  const photos = useVisitPhotos(stop)
  const complete = useCompleteVisit(stop, onDone)
  const [isAsked, setAsked] = useState(false)
  const unfinished = unfinishedOf(stop.checklist?.items ?? [], stop.progress)
  const finish = () => (unfinished.length > 0 ? setAsked(true) : void complete.finish([]))
  const camera = useVisitCamera({
    visitId: stop.visitId,
    label: crew.camera.take,
    onFiles: (files) => void photos.send(files),
    // The photo is the server's already; the day is read anew.
    onTaken: () => undefined,
  })
  const step = nextStepOf(stop)
  const error = start.error ?? photos.error ?? complete.error
  return (
    <div className="grid gap-3">
      {error && (
        <Banner tone="danger" isAlert>
          {error}
        </Banner>
      )}
      {step === 'start' && (
        <Button
          tone="primary"
          icon="play"
          isWide
          isLarge
          isBusy={start.isBusy}
          onClick={() => void start.start()}
        >
          {crew.home.start}
        </Button>
      )}
      {stop.complexId && step !== 'over' && (
        <RoundLink complexId={stop.complexId} visitId={stop.visitId} isNext={step === 'photo'} />
      )}
      {step === 'photo' && (
        <Button
          tone={stop.complexId ? 'secondary' : 'primary'}
          icon="camera"
          isWide
          isLarge
          isBusy={photos.isBusy}
          onClick={camera.open}
        >
          {crew.camera.take}
        </Button>
      )}
      {step === 'done' && (
        <Button tone="primary" icon="check" isWide isLarge isBusy={complete.isBusy} onClick={finish}>
          {crew.home.done}
        </Button>
      )}
      {step === 'wait' && <p className="text-center text-muted">{crew.home.tooEarly}</p>}
      {camera.parts}
      <LazyChecklist stop={stop} canMark={step === 'photo' || step === 'done'} />
      <QueuedSteps stop={stop} />
      <StopPhotos stop={stop} />
      <Instructions stop={stop} />
      <div className="grid gap-3 sm:grid-cols-2">
        {step === 'done' && (
          <Button icon="camera" isWide isLarge isBusy={photos.isBusy} onClick={camera.open}>
            {crew.home.anotherPhoto}
          </Button>
        )}
        <span className="grid">
          <ExternalLink href={directionsTo(stop)} isButton icon="map-pin">
            {crew.home.navigate}
          </ExternalLink>
        </span>
      </div>
      {isAsked && (
        <LazyUndoneSheet
          items={unfinished}
          onClose={() => setAsked(false)}
          onSaid={(undone) => {
            setAsked(false)
            void complete.finish(undone)
          }}
        />
      )}
      <LocationSheet complete={complete} />
    </div>
  )
}

type RoundLinkProps = { complexId: string; visitId: string; isNext: boolean }

function RoundLink({ complexId, visitId, isNext }: RoundLinkProps) {
  const { home } = useText().crew
  return (
    <ButtonLink
      tone={isNext ? 'primary' : 'secondary'}
      icon="building"
      isWide
      isLarge
      to={linkTo('complex', {}, { id: complexId, night: visitId })}
    >
      {home.round}
    </ButtonLink>
  )
}

/** A phone that cannot or may not say where it is never stands in the way of the work (field 40). */
function LocationSheet({ complete }: { complete: ReturnType<typeof useCompleteVisit> }) {
  const { crew, ui } = useText()
  return (
    <Sheet
      title={crew.home.locationTitle}
      isOpen={complete.isLost}
      onClose={complete.stayOpen}
      actions={
        <>
          <Button onClick={() => void complete.finish()} isLarge isBusy={complete.isBusy}>
            {ui.retry}
          </Button>
          <Button tone="primary" isLarge onClick={() => void complete.finishWithoutLocation()}>
            {crew.home.finishAnyway}
          </Button>
        </>
      }
    >
      <p>{crew.home.locationBody}</p>
    </Sheet>
  )
}
