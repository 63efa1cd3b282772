/** Moving is done at once and can be undone from the message. */
import { type CallInput, type CallKey, useAction } from '#web/api.ts'
import { JOB_REFRESHES } from '#web/jobs/weekly-job.data.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'

export const SCHEDULE_REFRESHES: readonly CallKey[] = [...JOB_REFRESHES, 'GET /api/visit-reasons']

type Move = CallInput<'POST /api/move-visit'>['body']

export function useMoveVisit() {
  const texts = useText().schedule.move
  const format = useFormat()
  const moveVisit = useAction('POST /api/move-visit', { refreshes: SCHEDULE_REFRESHES })
  const unmoveVisit = useAction('POST /api/unmove-visit', { refreshes: SCHEDULE_REFRESHES })
  const putBack = (visitId: string) =>
    unmoveVisit.mutate(
      { body: { visitId } },
      {
        onSuccess: () => showToast(texts.backDone),
        onError: (error) => showToast(error.message, { tone: 'danger' }),
      },
    )
  const move = async (body: Move) => {
    const { date, keepsCrew } = await moveVisit.mutateAsync({ body })
    const said = keepsCrew ? texts.done(format.day(date)) : texts.open(format.day(date))
    showToast(said, { undo: () => putBack(body.visitId) })
  }
  return { move, putBack, isBusy: moveVisit.isPending || unmoveVisit.isPending }
}
