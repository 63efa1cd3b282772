/** Skipping is done at once and can be undone from the message. */
import { useAction } from '#web/api.ts'
import { JOB_REFRESHES } from '#web/jobs/weekly-job.data.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import type { VisitCard } from './visit-row.tsx'

export function useSkip() {
  const texts = useText().customer.jobs
  const format = useFormat()
  const skip = useAction('POST /api/skip-visit', { refreshes: JOB_REFRESHES })
  const unskip = useAction('POST /api/unskip-visit', { refreshes: JOB_REFRESHES })
  const fail = (error: Error) => showToast(error.message, { tone: 'danger' })

  const putBack = (visit: Pick<VisitCard, 'id' | 'date'>) =>
    unskip.mutate(
      { body: { visitId: visit.id } },
      { onSuccess: () => showToast(texts.unskipped(format.day(visit.date))), onError: fail },
    )
  const leaveOut = (visit: Pick<VisitCard, 'id' | 'date'>) =>
    skip.mutate(
      { body: { visitId: visit.id } },
      {
        onSuccess: () => showToast(texts.skipped(format.day(visit.date)), { undo: () => putBack(visit) }),
        onError: fail,
      },
    )
  return { leaveOut, putBack, isBusy: skip.isPending || unskip.isPending }
}
