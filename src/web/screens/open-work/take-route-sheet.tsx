import { useAction } from '#web/api.ts'
import { TakeSheet } from '#web/assignments/take-sheet.tsx'
import { useRefreshWork } from '#web/assignments/taking.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import type { RecommendedRoute } from './route-card.tsx'

export function TakeRouteSheet({ route, onClose }: { route: RecommendedRoute; onClose: () => void }) {
  const { crew, ui } = useText()
  const format = useFormat()
  const refresh = useRefreshWork()
  const take = useAction('POST /api/take-route')
  const confirm = () => {
    const stops = route.stops.map(({ weeklyJobId }) => ({ weeklyJobId }))
    take.mutate(
      { body: { weekday: route.weekday, stops } },
      {
        onSuccess: (taken) => {
          showToast(crew.jobs.taken(taken.assignmentIds.length))
          onClose()
        },
        onSettled: refresh,
      },
    )
  }
  return (
    <TakeSheet
      title={crew.jobs.confirmTitle(ui.weekdays.long[route.weekday - 1]!)}
      error={take.error}
      isBusy={take.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className="text-lg">{crew.jobs.confirmBody(route.newStopCount, format.money(route.newPayCents))}</p>
    </TakeSheet>
  )
}
