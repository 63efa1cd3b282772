/** What goes wrong on a day, at hand: late, or ill. What it brings is shown before it is sent. */
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { LocalDate } from '#domain/time.ts'
import { call } from '#web/api.ts'
import { useRefreshWork } from '#web/assignments/taking.ts'
import { useOnline } from '#web/browser/online.ts'
import { PartBoundary } from '#web/errors/part-boundary.tsx'
import { LateSheet } from '#web/stops/acts.late-sheet.tsx'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'

const IllSheet = lazy(async () => ({ default: (await import('./ill-sheet.tsx')).IllSheet }))

export function DayTroubles({ today: date }: { today: LocalDate }) {
  const { today, assignments } = useText()
  const [trouble, setTrouble] = useState<'late' | 'ill'>()
  const isOnline = useOnline()
  const undo = useUndo()
  const close = () => setTrouble(undefined)
  const sent = (timeOffId: string, visitCount: number) => {
    close()
    showToast(today.ill.sent(assignments.visits(visitCount)), { undo: () => void undo(timeOffId) })
  }
  return (
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
      {trouble !== undefined && !isOnline && (
        <Sheet title={today.moreTitle} isOpen onClose={close}>
          <Banner tone="warn">{today.offline}</Banner>
        </Sheet>
      )}
      {trouble === 'late' && isOnline && <LateSheet onClose={close} />}
      {trouble === 'ill' && isOnline && (
        <PartBoundary onMissing={close}>
          <Suspense>
            <IllSheet today={date} onClose={close} onSent={sent} />
          </Suspense>
        </PartBoundary>
      )}
    </div>
  )
}

/** The day is the crew's again, with every visit that nobody took meanwhile. */
function useUndo(): (timeOffId: string) => Promise<void> {
  const { assignments } = useText()
  const client = useQueryClient()
  const refresh = useRefreshWork()
  return async (timeOffId) => {
    try {
      const { returnedVisitCount } = await call('POST /api/remove-time-off', { body: { timeOffId } })
      showToast(assignments.timeOff.removed(assignments.visits(returnedVisitCount)))
    } catch (error) {
      showToast(error instanceof Error ? error.message : String(error), { tone: 'danger' })
    }
    refresh()
    void client.invalidateQueries({ queryKey: ['POST /api/get-time-off'] })
  }
}
