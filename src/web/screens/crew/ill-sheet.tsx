/** Ill: which visits go to others, what pay is lost, what it does to reliability and who hears it, before it goes out. */
import { useState } from 'react'
import { addDays, type LocalDate } from '#domain/time.ts'
import type { VisitState } from '#domain/visits/graph.ts'
import { useEndpoint } from '#web/api.ts'
import { ReleaseCost } from '#web/assignments/release-cost.tsx'
import { useOnline } from '#web/browser/online.ts'
import type { QueuedStop } from '#web/stops/queued-stop.ts'
import { useSayOfDay } from '#web/stops/use-say-of-day.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialogs/dialog.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'

type IllSheetProps = {
  today: LocalDate
  /** As this phone knows them. */
  stops: readonly QueuedStop[]
  onClose: () => void
}

const DAYS = [1, 2, 3] as const
const NOT_BEGUN: readonly VisitState[] = ['scheduled', 'confirmed']

export function IllSheet({ today: from, stops, onClose }: IllSheetProps) {
  const { ill } = useText().today
  const { troubles } = useText().crew
  const isOnline = useOnline()
  const [count, setCount] = useState<(typeof DAYS)[number]>(1)
  const [choice, setChoice] = useState<'keep' | 'release'>()
  const isTripReleased = choice === 'release'
  const days = { from, to: addDays(from, count - 1) }
  const cost = useEndpoint(
    'POST /api/preview-time-off',
    { body: { ...days, isTripReleased } },
    { staleMs: 0, isEnabled: isOnline },
  )
  const { say, error, isBusy } = useSayOfDay(from)
  // Of somebody who waits for it nobody decides by default.
  const trip = stops.find(({ state }) => state === 'en_route')
  const send = async () => {
    if (await say({ kind: 'ill', ...days, note: ill.note, isTripReleased })) onClose()
  }
  return (
    <Sheet
      title={ill.title}
      isOpen
      onClose={onClose}
      actions={
        <Button
          tone="danger"
          isLarge
          isWide
          isBusy={isBusy}
          disabled={(isOnline && cost.data === undefined) || (trip !== undefined && choice === undefined)}
          onClick={() => void send()}
        >
          {ill.send}
        </Button>
      }
    >
      <div className="grid gap-4">
        {(error ?? cost.error?.message) && (
          <Banner tone="danger" isAlert>
            {error ?? cost.error?.message}
          </Banner>
        )}
        {!isOnline && <Banner tone="warn">{troubles.whenOnline}</Banner>}
        <ChipGroup
          label={ill.ask}
          name="days"
          value={count}
          onChange={setCount}
          options={DAYS.map((value) => ({ value, label: ill.days(value) }))}
        />
        {trip && (
          <ChipGroup<'keep' | 'release' | ''>
            label={troubles.trip(trip.propertyName)}
            name="trip"
            value={choice ?? ''}
            onChange={(value) => value !== '' && setChoice(value)}
            options={[
              { value: 'keep', label: troubles.keepTrip },
              { value: 'release', label: troubles.releaseTrip },
            ]}
          />
        )}
        {isOnline ? (
          <ReleaseCost cost={cost.data} isPending={cost.isPending} />
        ) : (
          <StopsToGo
            stops={stops.filter(
              (stop) => NOT_BEGUN.includes(stop.state) || (isTripReleased && stop === trip),
            )}
          />
        )}
        <p className="text-sm text-muted">{ill.effect}</p>
      </div>
    </Sheet>
  )
}

/** What this phone knows of today; what it costs the server says when it hears of it. */
function StopsToGo({ stops }: { stops: readonly QueuedStop[] }) {
  const { troubles } = useText().crew
  return (
    <div className="grid gap-2">
      <p className="font-semibold">{troubles.go(stops.length)}</p>
      <ul className="grid gap-1 text-sm text-muted">
        {stops.map(({ visitId, propertyName, address }) => (
          <li key={visitId}>{[propertyName, address].filter(Boolean).join(' · ')}</li>
        ))}
      </ul>
    </div>
  )
}
