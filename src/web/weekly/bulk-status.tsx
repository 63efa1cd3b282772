/** How far the latest change of many weekly jobs is, what it left out, and its undo while there is one. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { HOUR_MS, parseInstant } from '#domain/time.ts'
import { type Reply, useAction, useEndpoint } from '#web/api.ts'
import { useServices } from '#web/jobs/services.ts'
import { JOB_REFRESHES } from '#web/jobs/weekly-job.data.ts'
import { useUser } from '#web/session/user.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { useNow } from '#web/ui/now.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { useChangeText } from './change-text.ts'

type Started = Reply<'GET /api/bulk-changes'>['changes'][number]

const LOOK_EVERY_MS = 800
/** Longer ago it is no news. */
const NEWS_MS = 2 * HOUR_MS

export function BulkStatus() {
  const now = useNow()
  const [putAway, setPutAway] = useState('')
  const latest = useEndpoint('GET /api/bulk-changes').data?.changes[0]
  if (latest === undefined) return null
  const isGoing = isBusy(latest)
  const isNews = now - parseInstant(latest.createdAt) < NEWS_MS
  if (!isGoing && (!isNews || putAway === `${latest.id} ${latest.state}`)) return null
  return isGoing ? (
    <Going change={latest} />
  ) : (
    <Over change={latest} onClose={() => setPutAway(`${latest.id} ${latest.state}`)} />
  )
}

function isBusy({ state }: Started): boolean {
  return state === 'running' || state === 'undoing' || state === 'giving_up'
}

/** Looked at every moment while it goes on; then whatever shows the jobs is read again. */
function Going({ change }: { change: Started }) {
  const { bulk: texts } = useText().weeklyList
  const client = useQueryClient()
  useEndpoint('GET /api/bulk-changes', undefined, { refetchMs: LOOK_EVERY_MS })
  useEffect(
    () => () => {
      for (const key of JOB_REFRESHES) void client.invalidateQueries({ queryKey: [key] })
    },
    [client],
  )
  const nameOf = useChangeText()
  const { behindCount, jobCount, state } = change
  return (
    <Card>
      <ProgressBar
        label={state === 'running' ? nameOf(change.change) : texts.undoing(nameOf(change.change))}
        value={jobCount === 0 ? 0 : behindCount / jobCount}
        detail={texts.progress(behindCount, jobCount)}
      />
    </Card>
  )
}

function Over({ change, onClose }: { change: Started; onClose: () => void }) {
  const { bulk: texts } = useText().weeklyList
  const format = useFormat()
  const nameOf = useChangeText()
  const undo = useAction('POST /api/undo-bulk-change', { refreshes: ['GET /api/bulk-changes'] })
  const { changedCount, sameCount, refusedCount, undoneCount, leftCount, state, canUndo, noted } = change
  // Whoever looks after the places sees only what it began itself.
  const by = useUser()?.looks_after ? null : change.helperName
  const parts =
    state === 'done'
      ? [
          texts.changed(changedCount),
          sameCount > 0 && texts.same(sameCount),
          refusedCount > 0 && texts.refused(refusedCount),
        ]
      : [
          state === 'given_up' ? texts.givenUp : texts.undone(undoneCount),
          leftCount > 0 && texts.left(leftCount),
        ]
  const takeBack = () =>
    undo.mutate(
      { body: { bulkChangeId: change.id } },
      { onError: (error) => showToast(error.message, { tone: 'danger' }) },
    )
  return (
    <Banner
      tone={noted.length > 0 ? 'warn' : 'good'}
      title={nameOf(change.change)}
      actions={
        <>
          {canUndo && (
            <Button icon="undo" isBusy={undo.isPending} onClick={takeBack}>
              {texts.undo}
            </Button>
          )}
          <Button tone="quiet" onClick={onClose}>
            {texts.putAway}
          </Button>
        </>
      }
    >
      <p>
        {parts.filter(Boolean).join(' · ')}
        {by !== null && ` · ${texts.by(by)}`}
        {canUndo && ` · ${texts.undoUntil(format.time(change.undoUntil))}`}
      </p>
      {noted.length > 0 && <Noted noted={noted} count={refusedCount + leftCount} />}
    </Banner>
  )
}

function Noted({ noted, count }: { noted: Started['noted']; count: number }) {
  const { bulk: texts } = useText().weeklyList
  const services = useServices()
  return (
    <details className="mt-1">
      <summary className="min-h-11 cursor-pointer py-2.5 font-medium">
        {texts.noted(Math.max(count, noted.length))}
      </summary>
      <ul className="grid max-h-60 gap-1 overflow-y-auto">
        {noted.map((row) => (
          <li key={row.weeklyJobId}>
            {`${row.propertyName} · ${services.name(row.serviceKey)}: ${row.note}`}
          </li>
        ))}
      </ul>
    </details>
  )
}
