/** The calendars in which guests book a place: how each is read, what it said last, and the stays that are coming. */
import { useState } from 'react'
import { keysOf } from '#domain/keys.ts'
import type { PropertyId } from '#domain/ids.ts'
import { type Reply, useAction, useEndpoint } from '#web/api.ts'
import { useUser } from '#web/session/user.ts'
import { useMayHere } from '#web/session/looks-after.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { AccountState } from '#web/places/account-state.tsx'
import { SourceMenu } from './source-menu.tsx'
import { type Reading, useEndOfReading } from './use-end-of-reading.ts'

type Sources = Reply<'GET /api/stay-sources'>
type Source = Sources['sources'][number]
type Stay = Sources['stays'][number]
type Place = { propertyId: PropertyId; timeZone: string }

const STAYS_SHOWN = 8
const LOOKS_AGAIN_MS = 2_000
const SOURCES = ['GET /api/stay-sources'] as const

export function Calendars({ propertyId, timeZone }: Place) {
  const texts = useText().places.calendars
  const mayHere = useMayHere()
  const isHelping = Boolean(useUser()?.looks_after)
  const [readingSince, setReadingSince] = useState<Reading | null>(null)
  const sources = useEndpoint(
    'GET /api/stay-sources',
    { query: { propertyId } },
    readingSince === null ? {} : { refetchMs: LOOKS_AGAIN_MS },
  )
  useEndOfReading(sources.data?.sources, readingSince, setReadingSince)
  if (sources.isPending) return <SkeletonCard rows={2} />
  if (sources.isLoadingError)
    return (
      <Card title={texts.title}>
        <ErrorState error={sources.error} onRetry={() => void sources.refetch()} />
      </Card>
    )
  const { overlaps, stays } = sources.data
  return (
    <>
      <Card title={texts.title}>
        <div className="grid gap-4">
          <p className="text-sm text-muted">{texts.intro}</p>
          {overlaps.map(({ first, second }) => (
            <Overlap key={`${first.id} ${second.id}`} first={first} second={second} />
          ))}
          {sources.data.sources.map((source) => (
            <SourceState key={source.id} source={source} timeZone={timeZone} onPull={setReadingSince} />
          ))}
          {mayHere('places') && <AddForm propertyId={propertyId} onAdd={setReadingSince} />}
          {!isHelping && <HospitableLine />}
        </div>
      </Card>
      {sources.data.sources.length > 0 && <Stays stays={stays} />}
    </>
  )
}

/** Where the rentals of a host may come from as well. */
function HospitableLine() {
  const texts = useText().places.calendars
  const hospitable = useEndpoint('GET /api/hospitable')
  if (hospitable.data === undefined || hospitable.data.connection?.state === 'connected') return null
  const { isOffered, connection } = hospitable.data
  if (!isOffered && connection === null) return <p className="text-sm text-muted">{texts.hospitableAbsent}</p>
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 flex-1 basis-60 text-sm text-muted">{texts.hospitableOffered}</p>
      <ButtonLink to={linkTo('hospitableRedirect')}>{texts.hospitable}</ButtonLink>
    </div>
  )
}

function Overlap({ first, second }: { first: Stay; second: Stay }) {
  const texts = useText().places.calendars
  const format = useFormat()
  const days = ({ checkIn, checkOut }: Stay) => format.dateRange(checkIn, checkOut)
  return <Banner tone="warn">{texts.overlap(days(first), days(second))}</Banner>
}

function SourceState({
  source,
  timeZone,
  onPull,
}: { source: Source; timeZone: string } & { onPull: (reading: Reading) => void }) {
  const texts = useText().places.calendars
  const { feed, account } = source
  return (
    <section
      className="grid gap-2 rounded-lg border border-line p-3"
      aria-label={texts.platforms[source.platform]}
    >
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          <h3 className="font-semibold">{texts.platforms[source.platform]}</h3>
          {feed !== null && <p className="text-sm break-all text-muted">{feed.shownAddress}</p>}
        </div>
        <Health source={source} />
        {feed !== null && <SourceMenu source={source} onPull={onPull} />}
      </div>
      {feed !== null && <Readings feed={feed} timeZone={timeZone} />}
      {account !== null && <AccountState account={account} timeZone={timeZone} />}
      {feed?.doubt !== null && feed !== null && <Missing source={source} missing={feed.missing} />}
    </section>
  )
}

function Health({ source: { isPaused, feed, account } }: { source: Source }) {
  const texts = useText().places.calendars
  if (isPaused) return <Badge>{texts.paused}</Badge>
  if (account?.isLapsed) return <Badge tone="danger">{texts.lapsed}</Badge>
  if (account?.goneSince) return <Badge tone="warn">{texts.gone}</Badge>
  if (feed === null) return <Badge tone="good">{texts.good}</Badge>
  if (feed.isSilent) return <Badge tone="danger">{texts.silent}</Badge>
  if (feed.fault !== null) return <Badge tone="warn">{texts.failing}</Badge>
  return feed.readAt === null ? <Badge>{texts.waiting}</Badge> : <Badge tone="good">{texts.good}</Badge>
}

function Readings({ feed, timeZone }: { feed: NonNullable<Source['feed']>; timeZone: string }) {
  const texts = useText().places.calendars
  const format = useFormat()
  const { goodAt, lastChange, fault, ignored } = feed
  const when = (at: string) => format.dateTime(at, timeZone)
  const leftOut = keysOf(ignored).map((reason) => `${ignored[reason]} ${texts.ignoredBy[reason]}`)
  return (
    <ul className="grid gap-1 text-sm">
      {fault !== null && <li className="text-danger">{texts.faults[fault]}</li>}
      <li>{goodAt === null ? texts.neverGood : texts.lastGood(when(goodAt))}</li>
      {lastChange !== null && (
        <li>
          {texts.changed(when(lastChange.at), lastChange.added, lastChange.moved, lastChange.cancelled)}
        </li>
      )}
      {leftOut.length > 0 && <li className="text-muted">{`${texts.ignored}: ${leftOut.join(', ')}`}</li>}
    </ul>
  )
}

function Missing({ source, missing }: { source: Source; missing: number }) {
  const texts = useText().places.calendars
  const mayChange = useMayHere()('schedule')
  const confirm = useAction('POST /api/confirm-missing-stays', { refreshes: SOURCES })
  const confirmIt = async () => {
    await confirm.mutateAsync({ body: { sourceId: source.id } })
    showToast(texts.confirmed)
  }
  return (
    <Banner
      tone="warn"
      actions={
        mayChange && (
          <Button isBusy={confirm.isPending} onClick={() => void confirmIt()}>
            {texts.confirmMissing}
          </Button>
        )
      }
    >
      {texts.missing(missing)}
    </Banner>
  )
}

function AddForm({ propertyId, onAdd }: { propertyId: PropertyId; onAdd: (reading: Reading) => void }) {
  const texts = useText().places.calendars
  const draft = useDraft({ address: '' })
  const add = useAction('POST /api/add-feed', { refreshes: SOURCES })
  const submit = async () => {
    const { sourceId } = await add.mutateAsync({ body: { propertyId, address: draft.values.address } })
    onAdd({ sourceId, readAt: null })
    draft.reset()
    showToast(texts.added)
  }
  return (
    <Form onSubmit={submit} tone="secondary" submitLabel={texts.add}>
      <TextField
        label={texts.address}
        hint={texts.addressHint}
        maxLength={2_000}
        {...draft.field('address')}
      />
    </Form>
  )
}

function Stays({ stays }: { stays: readonly Stay[] }) {
  const texts = useText().places.calendars
  const format = useFormat()
  const kindOf = ({ kind, isGuess, platform }: Stay) => {
    if (kind === 'block' && isGuess) return texts.maybe
    return platform === null || kind !== 'stay'
      ? texts.kinds[kind]
      : `${texts.kinds.stay} · ${texts.platforms[platform]}`
  }
  const detailOf = ({ nights, guests }: Stay) =>
    [texts.nights(nights), guests !== null && texts.guests(guests)].filter(Boolean).join(' · ')
  return (
    <Card title={texts.stays} isFlush>
      {stays.length === 0 ? (
        <p className="px-4 pb-4 text-muted sm:px-5">{texts.noStays}</p>
      ) : (
        <List label={texts.stays}>
          {stays.slice(0, STAYS_SHOWN).map((stay) => (
            <ListRow
              key={stay.id}
              icon="calendar"
              title={format.dateRange(stay.checkIn, stay.checkOut)}
              detail={detailOf(stay)}
              state={<Badge tone={stay.kind === 'block' ? 'neutral' : 'good'}>{kindOf(stay)}</Badge>}
            />
          ))}
        </List>
      )}
    </Card>
  )
}
