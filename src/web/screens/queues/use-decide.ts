/** One press for one thing or for many: asks for the reason where it needs one, and shows beside each what was refused. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ACTS_WITH_NOTE, type Queue, type QueueAct } from '#contract/queue-kinds.ts'
import { type CallKey, type Reply, useAction } from '#web/api.ts'
import { textFor } from '#web/text/names.ts'
import { useText } from '#web/text/store.ts'
import { openPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'

export type Item = Reply<'GET /api/queue'>['items'][number]
type Reading = { readonly ids: readonly string[]; readonly act: QueueAct; readonly note: string }

export const CHANGED: readonly CallKey[] = [
  'GET /api/queue',
  'GET /api/queue-counts',
  'GET /api/operator-board',
  'GET /api/unassigned-visits',
]
/** As many as the server does in one call. */
const AT_ONCE = 50

/** A bank or a platform is asked in the background: what it said is looked for soon, not with the next look at the list. */
const ANSWERS_LATER: ReadonlySet<QueueAct> = new Set(['charge_again', 'read_again'])
const ANSWERS_MS = [1_000, 3_000, 8_000]

export function useDecide(kind: Queue, onDone: () => void) {
  const { queues: texts } = useText()
  const client = useQueryClient()
  const looks = useRef<ReturnType<typeof setTimeout>[]>([])
  useEffect(() => () => looks.current.forEach(clearTimeout), [])
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map())
  const send = useAction('POST /api/decide-queue-items', { refreshes: CHANGED })
  const taking = useAction('POST /api/take-queue-item', { refreshes: CHANGED })
  const run = async ({ ids, act, note }: Reading) => {
    const { results } = await send.mutateAsync({ body: { kind, act, ids: ids.slice(0, AT_ONCE), note } })
    const refused = results.flatMap(({ id, refusal }) => (refusal === null ? [] : [[id, refusal] as const]))
    setRefusals(new Map(refused))
    const doneCount = results.length - refused.length
    if (doneCount > 0) showToast(texts.done(doneCount))
    if (refused.length > 0) showToast(texts.refused(refused.length), { tone: 'danger' })
    if (ANSWERS_LATER.has(act)) looks.current = ANSWERS_MS.map((ms) => setTimeout(readAgain, ms))
    onDone()
  }
  const readAgain = () => {
    for (const key of CHANGED) void client.invalidateQueries({ queryKey: [key] })
  }
  const decide = (act: QueueAct, items: readonly Item[]) => {
    const ids = items.map(({ id }) => id)
    const name = nameOf(texts, kind, act)
    const body = textFor(texts.asks, act)
    if (body === undefined) return void run({ ids, act, note: '' }).catch(showFailure)
    const needsNote = ACTS_WITH_NOTE.has(act)
    const label = kind === 'late_reports' ? texts.noteToCrew : texts.note
    void openPrompt({
      title: texts.askTitle(name, ids.length),
      body,
      inputs: act === 'charge_again' ? [] : [{ name: 'note', label, isOptional: !needsNote }],
      submitLabel: name,
      isDanger: act === 'drop' || act === 'refuse',
      onSubmit: ({ note = '' }) => run({ ids, act, note }),
    })
  }
  const take = (items: readonly Item[]) => {
    void Promise.allSettled(
      items.map(({ id }) => taking.mutateAsync({ body: { kind, id } }).catch(showFailure)),
    ).then(onDone)
  }
  return { refusals, decide, take, isBusy: send.isPending }
}

export function nameOf(texts: ReturnType<typeof useText>['queues'], kind: Queue, act: QueueAct): string {
  return (act === 'settle' ? textFor(texts.actsOf, kind) : undefined) ?? texts.acts[act]
}

function showFailure(error: unknown): void {
  showToast(error instanceof Error ? error.message : '', { tone: 'danger' })
}
