/** What became of a word about the whole day, late or ill, once the server has it: who hears of it, and the way back. */
import type { QueryClient } from '@tanstack/react-query'
import type { DayAct, QueueEntry } from '#domain/offline/entry.ts'
import { instant } from '#domain/time.ts'
import { call } from '#web/api.ts'
import { currentText, loadAreas } from '#web/text/store.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { keep } from './queue/queue.ts'

type Said = {
  readonly notifiedCount?: number
  readonly releasedVisitCount?: number
  readonly timeOffId?: string
}

const READS = [
  'GET /api/day-plan',
  'GET /api/visit-now',
  'GET /api/offers',
  'POST /api/get-time-off',
  'POST /api/get-reliability',
  'POST /api/get-visits-to-confirm',
] as const

export async function showDaySaid(
  client: QueryClient,
  entry: QueueEntry,
  act: DayAct,
  said: Said,
): Promise<void> {
  refresh(client)
  await loadAreas(['today', 'assignments', 'crew'])
  const { today, assignments, crew } = currentText()
  const { notifiedCount = 0, releasedVisitCount = 0, timeOffId } = said
  if (act.kind === 'ill') {
    const undo = timeOffId === undefined ? {} : { undo: () => void takeBack(client, timeOffId) }
    showToast(today.ill.sent(assignments.visits(releasedVisitCount)), undo)
  } else if (act.kind === 'on_time') showToast(crew.troubles.onTimeSent(notifiedCount))
  else
    showToast(
      today.late.sent(notifiedCount),
      notifiedCount === 0 ? {} : { undo: () => void sayOnTime(entry) },
    )
}

/** Until the stop begins: whoever heard that the crew is late hears that, too. */
async function sayOnTime({ visitId, placeName, timeZone }: QueueEntry): Promise<void> {
  await keep({ visitId, placeName, timeZone, at: instant(Date.now()), act: { kind: 'on_time' } })
}

/** The day is the crew's again, with every visit that nobody took meanwhile. */
async function takeBack(client: QueryClient, timeOffId: string): Promise<void> {
  const { assignments } = currentText()
  try {
    const { returnedVisitCount } = await call('POST /api/remove-time-off', { body: { timeOffId } })
    showToast(assignments.timeOff.removed(assignments.visits(returnedVisitCount)))
  } catch (error) {
    showToast(error instanceof Error ? error.message : String(error), { tone: 'danger' })
  }
  void client.invalidateQueries({ queryKey: ['GET /api/day'] })
  refresh(client)
}

function refresh(client: QueryClient): void {
  for (const read of READS) void client.invalidateQueries({ queryKey: [read] })
}
