/** Late: by how much, and which customers hear it at what time, before it goes out. */
import { useState } from 'react'
import { useEndpoint } from '#web/api.ts'
import { device } from '#web/bridge/device.ts'
import { useOnline } from '#web/browser/online.ts'
import { useQueue } from '#web/offline/use-queue.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialogs/dialog.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { useNow } from '#web/ui/now.ts'
import { queuedDay } from './queued-stop.ts'
import { useSayOfDay } from './use-say-of-day.ts'
import { whoHears } from './who-hears.ts'

const CHOICES = [15, 30, 60] as const
type Minutes = (typeof CHOICES)[number]

export function LateSheet({ onClose }: { onClose: () => void }) {
  const { crew, today } = useText()
  const { late } = today
  const day = useEndpoint('GET /api/day', {})
  const isOnline = useOnline()
  const [minutes, setMinutes] = useState<Minutes>(15)
  const [isLocating, setLocating] = useState(false)
  const { say, error, isBusy } = useSayOfDay(day.data?.today)
  const send = async () => {
    setLocating(true)
    const found = await device().currentLocation()
    setLocating(false)
    const location = found && { lat: found.lat, lng: found.lng }
    if (await say({ kind: 'late', minutes, location })) onClose()
  }
  return (
    <Sheet
      title={late.title}
      isOpen
      onClose={onClose}
      actions={
        <Button
          tone="primary"
          isLarge
          isWide
          isBusy={isLocating || isBusy}
          disabled={!day.data}
          onClick={() => void send()}
        >
          {late.send}
        </Button>
      }
    >
      <div className="grid gap-4">
        {error && (
          <Banner tone="danger" isAlert>
            {error}
          </Banner>
        )}
        {!isOnline && <Banner tone="warn">{crew.troubles.whenOnline}</Banner>}
        <ChipGroup
          label={late.ask}
          name="minutes"
          value={minutes}
          onChange={setMinutes}
          options={CHOICES.map((value) => ({ value, label: late.minutes(value) }))}
        />
        <Hearers minutes={minutes} />
      </div>
    </Sheet>
  )
}

/** By name and address, so that nobody is surprised whom it reaches. */
function Hearers({ minutes }: { minutes: Minutes }) {
  const { crew, today } = useText()
  const format = useFormat()
  const now = useNow()
  const queue = useQueue()
  const day = useEndpoint('GET /api/day', {})
  const plan = useEndpoint('GET /api/day-plan', { query: {} })
  const hearers =
    day.data && plan.data && whoHears(queuedDay(day.data, queue.entries).stops, plan.data, { minutes, now })
  if (!hearers) return <p className="text-sm text-muted">{today.late.effect}</p>
  if (hearers.length === 0) return <p className="text-sm text-muted">{crew.troubles.nobodyHears}</p>
  return (
    <div className="grid gap-2">
      <p className="font-semibold">{crew.troubles.reaches(hearers.length)}</p>
      <ul className="grid gap-2">
        {hearers.map(({ stop, expectedAt }) => (
          <li key={stop.visitId} className="flex flex-wrap justify-between gap-x-3">
            <span className="min-w-0">
              {stop.propertyName}
              {stop.address && <span className="block text-sm text-muted">{stop.address}</span>}
            </span>
            <span className="nums">{crew.troubles.about(format.time(expectedAt, stop.timeZone))}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
