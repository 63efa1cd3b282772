/** What a crew holds week after week, by weekday in the order of each day; giving back says first what it costs. */
import { useState } from 'react'
import { addCents, type Cents, ZERO_CENTS } from '#domain/money.ts'
import { WEEKDAYS } from '#domain/time.ts'
import { type Reply, useEndpoint } from '#web/api.ts'
import { isSignedIn } from '#web/shell/cookies.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import { Page } from '#web/ui/page.tsx'
import { RouteMap } from '#web/ui/route-map.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { ReleaseDialog } from './release-dialog.tsx'
import { type ServiceWords, useServiceWords } from './services.ts'
import { StopNumber } from './stop-number.tsx'
import { useWindowWords } from './window.ts'

type Held = Reply<'POST /api/get-assignments'>
type HeldStop = Held['assignments'][number]

export function MyAssignments() {
  const { crew } = useText()
  const format = useFormat()
  const held = useEndpoint('POST /api/get-assignments', {}, { isEnabled: isSignedIn() })
  const stops = held.data?.assignments ?? []
  if (!isSignedIn()) return <SignInFirst />
  return (
    <Page
      title={crew.assignments.title}
      subtitle={stops.length > 0 && crew.assignments.subtitle(stops.length, format.money(payOf(stops)))}
    >
      {held.isPending && <SkeletonCard rows={5} />}
      {held.isError && !held.data && <ErrorState error={held.error} onRetry={() => void held.refetch()} />}
      {held.data && (stops.length === 0 ? <NothingHeld /> : <Weekdays stops={stops} />)}
    </Page>
  )
}

function Weekdays({ stops }: { stops: readonly HeldStop[] }) {
  const words = useServiceWords()
  const [releasing, setReleasing] = useState<HeldStop>()
  return (
    <>
      {WEEKDAYS.map((weekday) => ({ weekday, held: stops.filter((stop) => stop.weekday === weekday) }))
        .filter(({ held }) => held.length > 0)
        .map(({ weekday, held }) => (
          <WeekdayCard key={weekday} weekday={weekday} stops={held} words={words} onRelease={setReleasing} />
        ))}
      {releasing && <ReleaseDialog stop={releasing} onClose={() => setReleasing(undefined)} />}
    </>
  )
}

type WeekdayCardProps = {
  weekday: number
  stops: readonly HeldStop[]
  words: ServiceWords
  onRelease: (stop: HeldStop) => void
}

function WeekdayCard({ weekday, stops, words, onRelease }: WeekdayCardProps) {
  const { crew, ui } = useText()
  const format = useFormat()
  return (
    <Card
      isFlush
      title={ui.weekdays.long[weekday - 1]}
      actions={
        <span className="nums text-sm text-muted">
          {crew.stops(stops.length)} · {format.money(payOf(stops))}
        </span>
      }
    >
      <RouteMap
        stops={stops.map((stop) => ({
          id: stop.assignmentId,
          place: { lat: stop.lat, lng: stop.lng },
          label: stop.propertyName,
        }))}
        hasVisibleList
      />
      <List label={ui.weekdays.long[weekday - 1]}>
        {stops.map((stop) => (
          <HeldRow key={stop.assignmentId} stop={stop} words={words} onRelease={() => onRelease(stop)} />
        ))}
      </List>
    </Card>
  )
}

function HeldRow({ stop, words, onRelease }: { stop: HeldStop; words: ServiceWords; onRelease: () => void }) {
  const { crew } = useText()
  const format = useFormat()
  const windowWords = useWindowWords()
  const facts = [words.nameOf(stop.serviceKey), windowWords(stop.window)].join(' · ')
  return (
    <ListRow
      start={<StopNumber number={stop.position} />}
      title={stop.propertyName}
      detail={
        <>
          {facts}
          {stop.address && <span className="block">{stop.address}</span>}
          {stop.nextDate && <span className="block">{crew.assignments.next(format.day(stop.nextDate))}</span>}
        </>
      }
      end={
        stop.payCents !== null && <span className="nums font-semibold">{format.money(stop.payCents)}</span>
      }
      actions={
        <Button tone="quiet" onClick={onRelease} aria-label={crew.assignments.giveBackOne(stop.propertyName)}>
          {crew.assignments.giveBack}
        </Button>
      }
    />
  )
}

function NothingHeld() {
  const { crew } = useText()
  return (
    <Card>
      <EmptyState
        icon="route"
        title={crew.assignments.none}
        action={
          <ButtonLink tone="primary" icon="search" to={linkTo('jobs')} isLarge>
            {crew.home.findWork}
          </ButtonLink>
        }
      >
        {crew.assignments.noneBody}
      </EmptyState>
    </Card>
  )
}

function SignInFirst() {
  const { crew } = useText()
  return (
    <Page title={crew.assignments.title} width="narrow">
      <Card>
        <EmptyState
          icon="lock"
          title={crew.assignments.signIn}
          action={
            <ButtonLink tone="primary" to={linkTo('login', {}, { to: linkTo('myAssignments') })} isLarge>
              {crew.assignments.toSignIn}
            </ButtonLink>
          }
        >
          {crew.assignments.signInBody}
        </EmptyState>
      </Card>
    </Page>
  )
}

function payOf(stops: readonly HeldStop[]): Cents {
  return addCents(...stops.map((stop) => stop.payCents ?? ZERO_CENTS))
}
