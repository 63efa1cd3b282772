/** Giving back one date, from the visit's own page. */
import { useState } from 'react'
import type { VisitState } from '#domain/visits/graph.ts'
import { VISIT_LIFECYCLE } from '#domain/visits/graph.ts'
import { useAction, useEndpoint } from '#web/api.ts'
import { ReleaseCost } from '#web/assignments/release-cost.tsx'
import { ReleaseSheet } from '#web/assignments/release-sheet.tsx'
import { useRefreshWork } from '#web/assignments/taking.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { useNow } from '#web/ui/now.ts'

type ReleaseVisitProps = {
  visit: { readonly id: string; readonly state: VisitState; readonly endsAt: string }
  onReleased: () => void
}

/** Not shown where the visit cannot be released any more. */
export function ReleaseVisit({ visit, onReleased }: ReleaseVisitProps) {
  const { assignments } = useText()
  const now = useNow()
  const [isAsking, ask] = useState(false)
  const canRelease = VISIT_LIFECYCLE.some(
    (edge) => edge.transition === 'release' && edge.from.includes(visit.state),
  )
  if (!canRelease || Date.parse(visit.endsAt) <= now) return null
  return (
    <>
      <Button tone="quiet" onClick={() => ask(true)}>
        {assignments.release.one}
      </Button>
      {isAsking && <Asking visitId={visit.id} onClose={() => ask(false)} onReleased={onReleased} />}
    </>
  )
}

type AskingProps = { visitId: string; onClose: () => void; onReleased: () => void }

function Asking({ visitId, onClose, onReleased }: AskingProps) {
  const { assignments } = useText()
  const refresh = useRefreshWork()
  const cost = useEndpoint('POST /api/preview-release-visit', { body: { visitId } }, { staleMs: 0 })
  const release = useAction('POST /api/release-visit')
  const confirm = () =>
    release.mutate(
      { body: { visitId } },
      {
        onSuccess: () => {
          showToast(assignments.release.done)
          onReleased()
        },
        onSettled: refresh,
      },
    )
  return (
    <ReleaseSheet
      title={assignments.release.oneTitle}
      isBusy={release.isPending}
      error={release.error}
      onClose={onClose}
      onConfirm={confirm}
    >
      <p>{assignments.release.oneBody}</p>
      <ReleaseCost cost={cost.data} isPending={cost.isPending} />
    </ReleaseSheet>
  )
}
