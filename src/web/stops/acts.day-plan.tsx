/** Says when the day no longer fits, and offers the order in which it would. Silent while all is in time. */
import { useQueryClient } from '@tanstack/react-query'
import { call, useAction, useEndpoint } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'

const LOOKS_EVERY_MS = 120_000

export function DayPlanBanner() {
  const { plan: texts } = useText().today
  const client = useQueryClient()
  const plan = useEndpoint('GET /api/day-plan', { query: {} }, { refetchMs: LOOKS_EVERY_MS })
  const reorder = useAction('POST /api/reorder-day', { refreshes: ['GET /api/day', 'GET /api/day-plan'] })
  if (!plan.data || plan.data.lateCount === 0) return null
  const { lateCount, suggestion } = plan.data
  const undo = async (visitIds: string[]) => {
    await call('POST /api/reorder-day', { body: { visitIds } })
    await client.invalidateQueries({ queryKey: ['GET /api/day'] })
    await client.invalidateQueries({ queryKey: ['GET /api/day-plan'] })
  }
  const take = async () => {
    if (suggestion === null) return
    const visitIds = suggestion.stops.map((stop) => stop.visitId)
    // Another stop may be next then, and this card gone.
    await reorder.mutateAsync({ body: { visitIds } }).then(
      ({ visitIdsBefore }) => showToast(texts.taken, { undo: () => void undo(visitIdsBefore) }),
      () => undefined,
    )
  }
  return (
    <Banner
      tone={reorder.error ? 'danger' : 'warn'}
      icon="clock"
      title={texts.title(lateCount)}
      actions={
        suggestion !== null && (
          <Button icon="route" isBusy={reorder.isPending} onClick={() => void take()}>
            {texts.take}
          </Button>
        )
      }
    >
      {reorder.error?.message ?? (suggestion === null ? texts.none : texts.better(suggestion.lateCount))}
    </Banner>
  )
}
