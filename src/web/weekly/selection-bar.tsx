/** What is selected, all that is found at one press, and what can be done with it; it stays in sight while the list goes by. */
import { type CallInput, useAction } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import type { Selection } from './use-selection.ts'

type SelectionBarProps = {
  asked: CallInput<'POST /api/get-weekly-job-ids'>['body']
  shownIds: readonly string[]
  totalCount: number
  selection: Selection
  onChange: () => void
}

export function SelectionBar({ asked, shownIds, totalCount, selection, onChange }: SelectionBarProps) {
  const { bulk: texts } = useText().weeklyList
  const all = useAction('POST /api/get-weekly-job-ids')
  const count = selection.ids.length
  const isShownChosen = shownIds.length > 0 && shownIds.every(selection.has)
  const chooseAll = () =>
    all.mutate(
      { body: asked },
      {
        onSuccess: ({ weeklyJobIds, totalCount: found }) => {
          selection.set(weeklyJobIds)
          if (weeklyJobIds.length < found) showToast(texts.onlySome(weeklyJobIds.length))
        },
        onError: (error) => showToast(error.message, { tone: 'danger' }),
      },
    )
  return (
    <section
      aria-label={texts.selection}
      className={`flex flex-wrap items-center gap-2 rounded-2xl border border-line bg-card px-4 py-2 ${count > 0 ? 'sticky top-0 z-10 shadow-card' : ''}`}
    >
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={isShownChosen}
          onChange={() => selection.set(isShownChosen ? [] : [...selection.ids, ...shownIds])}
          className="size-6 accent-accent"
        />
        <span className="font-medium">{texts.selectShown}</span>
      </label>
      {totalCount > shownIds.length && (
        <Button tone="quiet" isBusy={all.isPending} onClick={chooseAll}>
          {texts.selectAll(totalCount)}
        </Button>
      )}
      {count > 0 && (
        <span className="flex flex-1 flex-wrap items-center justify-end gap-2">
          <output className="nums text-muted">{texts.selected(count)}</output>
          <Button tone="quiet" onClick={() => selection.set([])}>
            {texts.selectNone}
          </Button>
          <Button icon="calendar" aria-label={texts.change(count)} onClick={onChange}>
            {texts.changeShort(count)}
          </Button>
        </span>
      )}
    </section>
  )
}
