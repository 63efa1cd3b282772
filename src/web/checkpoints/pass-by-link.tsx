/** The camera opened the link of a code: it is passed at the visit under way, whose round shows it. */
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useEndpoint } from '#web/api.ts'
import { useQueue } from '#web/offline/use-queue.ts'
import { queuedDay } from '#web/stops/queued-stop.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { keepPass } from './keep-pass.ts'

export function PassByLink({ code }: { code: string }) {
  const texts = useText().complexes.points
  const navigate = useNavigate()
  const day = useEndpoint('GET /api/day')
  const { entries } = useQueue()
  const isKept = useRef(false)
  const [hasFailed, setFailed] = useState(false)
  const stop =
    day.data &&
    queuedDay(day.data, entries).stops.find(
      ({ state, complexId }) => state === 'in_progress' && complexId !== null,
    )
  useEffect(() => {
    if (stop === undefined || isKept.current) return
    isKept.current = true
    keepPass(stop, { code, isTyped: false })
      .then(() => {
        if (!navigator.onLine) showToast(texts.kept)
        return navigate(linkTo('complex', {}, { id: stop.complexId ?? '', night: stop.visitId }), {
          replace: true,
        })
      })
      .catch(() => setFailed(true))
  }, [stop, code, texts, navigate])
  return (
    <Page title={texts.opening} back={linkTo('home')} width="narrow">
      {day.isLoadingError && <ErrorState error={day.error} onRetry={() => void day.refetch()} />}
      {(day.isPending || (stop && !hasFailed)) && <SkeletonCard rows={3} />}
      {(hasFailed || (day.data && !stop)) && (
        <Card>
          <EmptyState
            icon="building"
            title={hasFailed ? texts.notKept : texts.notBegun}
            action={<ButtonLink to={linkTo('home')}>{texts.toDay}</ButtonLink>}
          >
            {hasFailed ? undefined : texts.notBegunBody}
          </EmptyState>
        </Card>
      )}
    </Page>
  )
}
