import { type Reply, useAction } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialog.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { useRefreshWork } from './taking.ts'

type HeldStop = Reply<'POST /api/get-assignments'>['assignments'][number]

/** The consequence stands before the button. */
export function ReleaseDialog({ stop, onClose }: { stop: HeldStop; onClose: () => void }) {
  const { crew } = useText()
  const format = useFormat()
  const refresh = useRefreshWork()
  const release = useAction('POST /api/release-assignment')
  const confirm = () =>
    release.mutate(
      { body: { assignmentId: stop.assignmentId } },
      {
        onSuccess: () => {
          showToast(crew.assignments.givenBack)
          onClose()
        },
        onSettled: refresh,
      },
    )
  const date = stop.nextDate && format.longDay(stop.nextDate)
  return (
    <Sheet
      title={crew.assignments.giveBackTitle(stop.propertyName)}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button isLarge onClick={onClose}>
            {crew.assignments.keep}
          </Button>
          <Button tone="danger" isLarge isBusy={release.isPending} onClick={confirm}>
            {crew.assignments.giveBack}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {release.error && (
          <Banner tone="danger" isAlert>
            {release.error.message}
          </Banner>
        )}
        {stop.isLateToRelease && date ? (
          <Banner tone="warn">{crew.assignments.late(date)}</Banner>
        ) : (
          <p>{date ? crew.assignments.free(date) : crew.assignments.freeNow}</p>
        )}
      </div>
    </Sheet>
  )
}
