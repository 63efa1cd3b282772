/** The camera opened the link of a code: it is passed at the visit under way, whose round shows it. */
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { addDays, localDate } from '#domain/time.ts'
import { type Reply, useEndpoint } from '#web/api.ts'
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

type Day = Reply<'GET /api/day'>

const EPOCH = localDate('1970-01-01')

export function PassByLink({ code }: { code: string }) {
  const texts = useText().complexes.points
  const navigate = useNavigate()
  const { entries } = useQueue()
  const isKept = useRef(false)
  const [hasFailed, setFailed] = useState(false)
  const roundOf = (read: Day | undefined) =>
    read &&
    queuedDay(read, entries).stops.find(
      ({ state, complexId }) => state === 'in_progress' && complexId !== null,
    )
  const today = useEndpoint('GET /api/day')
  const tonight = roundOf(today.data)
  // After midnight a round is still that of the evening before.
  const isLate = today.data !== undefined && tonight === undefined
  const date = addDays(today.data?.today ?? EPOCH, -1)
  const before = useEndpoint('GET /api/day', { query: { date } }, { isEnabled: isLate })
  const stop = tonight ?? roundOf(before.data)
  const isPending = today.isPending || (isLate && before.isPending)
  const isNone = today.data !== undefined && !isPending && stop === undefined
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
      {today.isLoadingError && <ErrorState error={today.error} onRetry={() => void today.refetch()} />}
      {(isPending || (stop && !hasFailed)) && <SkeletonCard rows={3} />}
      {(hasFailed || isNone) && (
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
