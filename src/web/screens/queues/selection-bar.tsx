/** What is selected, and what can be done with all of it; it stays in sight while the list goes by. */
import { QUEUE_RULES, type Queue, type QueueAct } from '#contract/queue-kinds.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { type Item, nameOf } from './use-decide.ts'

type SelectionBarProps = {
  kind: Queue
  chosen: readonly Item[]
  isAll: boolean
  isBusy: boolean
  onAll: () => void
  onDecide: (act: QueueAct) => void
  onTake: () => void
}

export function SelectionBar({ kind, chosen, isAll, isBusy, onAll, onDecide, onTake }: SelectionBarProps) {
  const { queues: texts } = useText()
  const hasAny = chosen.length > 0
  return (
    <section
      aria-label={texts.bulk}
      className={`flex flex-wrap items-center gap-2 rounded-2xl border border-line bg-card px-4 py-2 ${hasAny ? 'sticky top-0 z-10 shadow-card' : ''}`}
    >
      <label className="flex min-h-11 items-center gap-3">
        <input type="checkbox" checked={isAll} onChange={onAll} className="size-6 accent-accent" />
        <span className="font-medium">{isAll ? texts.selectNone : texts.selectAll}</span>
      </label>
      {hasAny && (
        <>
          <output className="nums text-muted">{texts.selected(chosen.length)}</output>
          <span className="flex flex-1 flex-wrap justify-end gap-2">
            {QUEUE_RULES[kind].acts.map((act, index) => (
              <Button
                key={act}
                tone={index === 0 ? 'primary' : 'secondary'}
                isBusy={isBusy}
                onClick={() => onDecide(act)}
              >
                {nameOf(texts, kind, act)}
              </Button>
            ))}
            <Button tone="quiet" onClick={onTake}>
              {texts.take}
            </Button>
          </span>
        </>
      )}
    </section>
  )
}
