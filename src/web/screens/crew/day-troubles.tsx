/** What goes wrong on a day, at hand with or without a connection: late, or ill. What it brings is shown before it goes out. */
import { lazy, Suspense, useState } from 'react'
import { isUnsent } from '#domain/offline/entry.ts'
import type { LocalDate } from '#domain/time.ts'
import { useEndpoint } from '#web/api.ts'
import { PartBoundary } from '#web/errors/part-boundary.tsx'
import { useQueue } from '#web/offline/use-queue.ts'
import { LazyLateSheet } from '#web/stops/lazy-sheets.tsx'
import type { QueuedStop } from '#web/stops/queued-stop.ts'
import { useSayOfDay } from '#web/stops/use-say-of-day.ts'
import { countNotified } from '#web/stops/who-hears.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'

const IllSheet = lazy(async () => ({ default: (await import('./ill-sheet.tsx')).IllSheet }))

type DayTroublesProps = { today: LocalDate; stops: readonly QueuedStop[] }

export function DayTroubles({ today: date, stops }: DayTroublesProps) {
  const { today } = useText()
  const [trouble, setTrouble] = useState<'late' | 'ill'>()
  const close = () => setTrouble(undefined)
  return (
    <>
      <Lateness date={date} stops={stops} />
      <div className="flex flex-wrap gap-3">
        <span className="grid min-w-0 flex-1 basis-[9rem]">
          <Button icon="clock" isLarge isWide onClick={() => setTrouble('late')}>
            {today.late.choice}
          </Button>
        </span>
        <span className="grid min-w-0 flex-1 basis-[9rem]">
          <Button icon="warning" isLarge isWide onClick={() => setTrouble('ill')}>
            {today.ill.choice}
          </Button>
        </span>
        {trouble === 'late' && <LazyLateSheet onClose={close} />}
        {trouble === 'ill' && (
          <PartBoundary onMissing={close}>
            <Suspense>
              <IllSheet today={date} stops={stops} onClose={close} />
            </Suspense>
          </PartBoundary>
        )}
      </div>
    </>
  )
}

/** What was said of being late and is not sent, or has been heard; and the way back until the stops begin. */
function Lateness({ date, stops }: { date: LocalDate; stops: readonly QueuedStop[] }) {
  const { troubles } = useText().crew
  const plan = useEndpoint('GET /api/day-plan', { query: {} })
  const { entries } = useQueue()
  const { say, isBusy, error } = useSayOfDay(date)
  const waiting = entries.filter((each) => isUnsent(each)).map(({ act }) => act)
  const late = waiting.findLast(({ kind }) => kind === 'late' || kind === 'on_time')
  const ill = waiting.find(({ kind }) => kind === 'ill')
  const notified = late?.kind === 'on_time' ? 0 : countNotified(stops, plan.data?.legs)
  if (ill) return <Banner tone="info">{troubles.illWaits}</Banner>
  if (late?.kind !== 'late' && notified === 0) return null
  return (
    <Banner
      tone="info"
      icon="clock"
      title={late?.kind === 'late' ? troubles.lateWaits(late.minutes) : troubles.notified(notified)}
      actions={
        <Button isBusy={isBusy} onClick={() => void say({ kind: 'on_time' })}>
          {troubles.onTime}
        </Button>
      }
    >
      {error}
    </Banner>
  )
}
