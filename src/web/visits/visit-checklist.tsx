/** What was gone through at a visit, as it is ticked; what was left undone says why. */
import type { Reply } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'

type Visit = Reply<'GET /api/visit'>
type Item = NonNullable<Visit['checklist']>['items'][number]

export function VisitChecklist({ visit }: { visit: Visit }) {
  const { checklist: texts } = useText().feedback
  const { checklist } = visit
  if (!checklist) return null
  const shown = checklist.items.filter(({ kind, isMarked }) => kind === 'task' || isMarked)
  return (
    <Card title={texts.title}>
      {checklist.taskCount > 0 && (
        <p className="nums pb-2 text-sm text-muted">
          {texts.progress(checklist.doneCount, checklist.taskCount)}
        </p>
      )}
      <ul className="grid gap-2">
        {shown.map((item) => (
          <ItemLine key={item.key} item={item} zone={visit.timeZone} />
        ))}
      </ul>
    </Card>
  )
}

function ItemLine({ item, zone }: { item: Item; zone: string }) {
  const { checklist: texts } = useText().feedback
  const format = useFormat()
  const language = useLanguage()
  const isDone = item.kind === 'task' && item.isMarked && item.undone === null
  const why = item.undone && (item.undone === 'other' ? item.undoneNote : texts.undone[item.undone])
  const when = isDone && item.markedAt ? texts.done(format.time(item.markedAt, zone)) : null
  const detail = item.kind === 'supply' ? texts.low : (why ?? when)
  return (
    <li className="flex items-start gap-3">
      <Icon
        name={isDone ? 'check' : item.undone || item.kind === 'supply' ? 'warning' : 'clock'}
        size={20}
        className={`mt-0.5 shrink-0 ${isDone ? 'text-good' : item.undone ? 'text-danger' : 'text-muted'}`}
      />
      <div className="min-w-0">
        <p lang={item.language ?? language}>{item.words[language]}</p>
        {detail && <p className="nums text-sm text-muted">{detail}</p>}
      </div>
    </li>
  )
}
