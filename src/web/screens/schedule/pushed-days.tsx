import { useAction } from '#web/api.ts'
import { Only } from '#web/session/may.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { confirmPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import type { OperatorScheduleData } from './operator-schedule.data.ts'
import { PushForm } from './push-form.tsx'

type PushedDay = OperatorScheduleData['pushedDays'][number]

export function PushedDays({ schedule }: { schedule: OperatorScheduleData }) {
  const texts = useText().schedule.operator
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Only may="dispatch" isSaid>
        <PushForm schedule={schedule} />
      </Only>
      <Card title={texts.pushed} isFlush>
        {schedule.pushedDays.length === 0 ? (
          <EmptyState icon="calendar" title={texts.empty} />
        ) : (
          <List label={texts.pushed}>
            {schedule.pushedDays.map((day) => (
              <PushedDayRow key={day.id} day={day} />
            ))}
          </List>
        )}
      </Card>
    </div>
  )
}

function PushedDayRow({ day }: { day: PushedDay }) {
  const texts = useText().schedule.operator
  const format = useFormat()
  const state = { running: texts.pushing, undoing: texts.undoing, undone: texts.undone, done: texts.done }[
    day.state
  ]
  const detail = [
    texts.reasons[day.reason],
    day.note,
    texts.result(day.movedCount, day.skippedCount),
    texts.by(day.byName),
    day.canUndo && texts.undoUntil(format.time(day.undoUntil)),
  ]
  return (
    <ListRow
      icon="calendar"
      title={texts.line(format.day(day.date), day.to === null ? null : format.day(day.to))}
      detail={detail.filter(Boolean).join(' · ')}
      state={
        <Badge tone={day.state === 'done' ? 'good' : day.state === 'undone' ? 'neutral' : 'info'}>
          {state}
        </Badge>
      }
      actions={<Only may="dispatch">{day.canUndo && <UndoButton day={day} />}</Only>}
    />
  )
}

function UndoButton({ day }: { day: PushedDay }) {
  const texts = useText().schedule.operator
  const undo = useAction('POST /api/undo-pushed-day', { refreshes: ['GET /api/operator-schedule'] })
  const ask = async () => {
    const isSure = await confirmPrompt({
      title: texts.undoTitle,
      body: texts.undoBody,
      submitLabel: texts.undo,
    })
    if (isSure)
      undo.mutate(
        { body: { pushedDayId: day.id } },
        { onError: (error) => showToast(error.message, { tone: 'danger' }) },
      )
  }
  return (
    <Button tone="quiet" icon="undo" isBusy={undo.isPending} onClick={() => void ask()}>
      {texts.undo}
    </Button>
  )
}
