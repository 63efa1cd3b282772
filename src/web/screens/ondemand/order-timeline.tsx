/** The steps of an order that goes well, each with its time once it was taken; an end of another kind stands last. */
import { HAPPY_PATH, isOver, type OrderProgress } from '#domain/ondemand/progress.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { ShownOrder } from './shown-order.ts'

type Step = { readonly progress: OrderProgress; readonly at: string | null; readonly isNow: boolean }

export function OrderTimeline({ order }: { order: ShownOrder }) {
  const { order: texts } = useText().ondemand
  const format = useFormat()
  const steps = stepsOf(order)
  if (steps.length === 0) return null
  return (
    <Card title={texts.timeline}>
      <ol className="grid grid-cols-1">
        {steps.map(({ progress, at, isNow }) => (
          <li
            key={progress}
            aria-current={isNow ? 'step' : undefined}
            className="flex min-h-11 items-center gap-x-3 border-l-2 crowded:flex-wrap border-line pl-4 aria-[current]:border-accent"
          >
            <span className={at === null ? 'text-muted' : 'text-accent'}>
              <Icon name={at === null ? 'clock' : 'check'} size={18} />
            </span>
            <span className={`flex-1 ${isNow ? 'font-semibold' : at === null ? 'text-muted' : ''}`}>
              {texts.progress[progress]}
            </span>
            {at !== null && (
              <span className="nums text-sm text-muted">{format.time(at, order.timeZone)}</span>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** A crew that gave the work back starts the search anew: what came before it no longer counts. */
export function stepsOf({ progress, timeline }: Pick<ShownOrder, 'progress' | 'timeline'>): Step[] {
  if (timeline.length === 0) return []
  const since = timeline.slice(timeline.findLastIndex((step) => step.progress === 'looking'))
  const timeOf = (step: OrderProgress) => since.find((each) => each.progress === step)?.at ?? null
  const isHappy = HAPPY_PATH.includes(progress)
  const reached = isHappy ? HAPPY_PATH.indexOf(progress) : -1
  const path = HAPPY_PATH.map((step, index) => ({
    progress: step,
    // A step that was passed over has been taken with the next one.
    at:
      HAPPY_PATH.slice(index, reached + 1)
        .map(timeOf)
        .find((at) => at !== null) ?? timeOf(step),
    isNow: step === progress,
  }))
  if (isHappy) return path
  const end = { progress, at: timeOf(progress), isNow: true }
  return [...path.filter((step) => step.at !== null), ...(isOver(progress) ? [end] : [])]
}
