/** Work that was given up, with what stood in its way; each is done again or dropped, with the reason. */
import { useState } from 'react'
import { type CallKey, type Reply, useAction } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { Only } from '#web/session/may.tsx'
import { useFormat } from '#web/text/format.ts'
import { textFor } from '#web/text/names.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { MoreRows } from '#web/ui/lists/paged-list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type Task = Reply<'GET /api/parked-tasks'>['tasks'][number]
type Decision = { readonly task: Task; readonly what: 'retry' | 'drop' }

const LOOK_EVERY_MS = 30_000
const CHANGED: readonly CallKey[] = [
  'GET /api/parked-tasks',
  'GET /api/system-health',
  'GET /api/operator-board',
]

export function ParkedTasks({ timeZone }: { timeZone: string }) {
  const { systemHealth: texts } = useText()
  const format = useFormat()
  const [deciding, setDeciding] = useState<Decision>()
  const pages = useEndpointPages('GET /api/parked-tasks', { query: {} }, (page) => page.tasks, {
    refetchMs: LOOK_EVERY_MS,
  })
  const nameOf = ({ kind }: Task) => textFor(texts.kinds, kind) ?? kind
  return (
    <Card title={texts.parked} isFlush>
      <p className="px-4 pb-3 text-sm text-muted sm:px-5">{texts.parkedBody}</p>
      {pages.isPending && <Skeleton rows={2} />}
      {pages.isError && !pages.isRefetchError && (
        <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
      )}
      {pages.isSuccess && pages.rows.length === 0 && <EmptyState icon="check" title={texts.noneParked} />}
      {pages.rows.length > 0 && (
        <List label={texts.parked}>
          {pages.rows.map((task) => (
            <ListRow
              key={task.id}
              icon="tool"
              title={nameOf(task)}
              detail={
                <>
                  {`${format.dateTime(task.parkedAt, timeZone)} · ${texts.tries(format.count(task.tries))}`}
                  <span lang="en" className="block wrap-anywhere">
                    {task.error}
                  </span>
                </>
              }
              actions={
                <Only may="system" isSaid>
                  <Button
                    onClick={() => setDeciding({ task, what: 'retry' })}
                    aria-label={texts.retryTitle(nameOf(task))}
                  >
                    {texts.retry}
                  </Button>
                  <Button
                    tone="quiet"
                    onClick={() => setDeciding({ task, what: 'drop' })}
                    aria-label={texts.dropTitle(nameOf(task))}
                  >
                    {texts.drop}
                  </Button>
                </Only>
              }
            />
          ))}
        </List>
      )}
      <MoreRows pages={pages}>{texts.more}</MoreRows>
      {deciding && (
        <DecideDialog {...deciding} name={nameOf(deciding.task)} onClose={() => setDeciding(undefined)} />
      )}
    </Card>
  )
}

function DecideDialog({ task, what, name, onClose }: Decision & { name: string; onClose: () => void }) {
  const { systemHealth: texts } = useText()
  const draft = useDraft({ reason: '' })
  const retry = useAction('POST /api/retry-task', { refreshes: CHANGED })
  const drop = useAction('POST /api/drop-task', { refreshes: CHANGED })
  const isRetry = what === 'retry'
  const submit = async () => {
    const body = { taskId: task.id, ...draft.values }
    const { isDone } = await (isRetry ? retry : drop).mutateAsync({ body })
    draft.reset()
    showToast(isDone ? (isRetry ? texts.retried : texts.dropped) : texts.gone)
    onClose()
  }
  return (
    <Dialog title={isRetry ? texts.retryTitle(name) : texts.dropTitle(name)} isOpen onClose={onClose}>
      <Form
        onSubmit={submit}
        submitLabel={isRetry ? texts.retry : texts.drop}
        {...(isRetry ? {} : { tone: 'danger' as const })}
      >
        {!isRetry && <p className="text-muted">{texts.dropBody}</p>}
        <TextField label={texts.reason} maxLength={300} {...draft.field('reason')} />
      </Form>
    </Dialog>
  )
}
