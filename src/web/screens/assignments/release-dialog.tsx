import { useAction, useEndpoint } from '#web/api.ts'
import { type Cost, ReleaseCost } from '#web/assignments/release-cost.tsx'
import { ReleaseSheet } from '#web/assignments/release-sheet.tsx'
import { useRefreshWork } from '#web/assignments/taking.ts'
import { useText } from '#web/text/store.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import type { AssignedStop } from './assigned-stop.ts'

/** The consequence stands before the button. `token`: opened by a link, without signing in. */
export function ReleaseDialog(props: { stop: AssignedStop; token: string | null; onClose: () => void }) {
  const { token, ...rest } = props
  return token === null ? <OwnRelease {...rest} /> : <LinkRelease {...rest} token={token} />
}

type ReleaseProps = { stop: AssignedStop; onClose: () => void }

function OwnRelease({ stop, onClose }: ReleaseProps) {
  const body = { assignmentId: stop.assignmentId }
  const cost = useEndpoint('POST /api/preview-release-assignment', { body }, { staleMs: 0 })
  const release = useAction('POST /api/release-assignment')
  const finish = useFinish(onClose)
  const confirm = () => release.mutate({ body }, finish)
  return <AskToRelease {...{ stop, cost, release, confirm, onClose }} />
}

function LinkRelease({ stop, token, onClose }: ReleaseProps & { token: string }) {
  const body = { token, assignmentId: stop.assignmentId }
  const cost = useEndpoint('POST /api/preview-release-by-link', { body }, { staleMs: 0 })
  const release = useAction('POST /api/release-by-link')
  const finish = useFinish(onClose)
  const confirm = () => release.mutate({ body }, finish)
  return <AskToRelease {...{ stop, cost, release, confirm, onClose }} />
}

type AskProps = ReleaseProps & {
  cost: { data: Cost | undefined; isPending: boolean }
  release: { isPending: boolean; error: Error | null }
  confirm: () => void
}

function AskToRelease({ stop, cost, release, confirm, onClose }: AskProps) {
  const { crew } = useText()
  return (
    <ReleaseSheet
      title={crew.assignments.releaseTitle(stop.propertyName)}
      isBusy={release.isPending}
      error={release.error}
      onClose={onClose}
      onConfirm={confirm}
    >
      <ReleaseCost cost={cost.data} isPending={cost.isPending} />
    </ReleaseSheet>
  )
}

function useFinish(onClose: () => void) {
  const { crew } = useText()
  const refresh = useRefreshWork()
  return {
    onSuccess: () => {
      showToast(crew.assignments.released)
      onClose()
    },
    onSettled: refresh,
  }
}
