/** Only this visit, this and following, or all; what it costs stands there before. */
import { dateAt, type LocalDate, type Weekday } from '#domain/time.ts'
import { type Reply, useAction } from '#web/api.ts'
import { useServices } from '#web/jobs/services.ts'
import { readWindow, type WindowDraft, WindowFields, windowDraft } from '#web/jobs/window-fields.tsx'
import { useText } from '#web/text/store.ts'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { DateField } from '#web/ui/forms/date-field.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { NumberStepper } from '#web/ui/forms/number-stepper.tsx'
import { useNow } from '#web/ui/now.ts'
import { ChangeEffect } from '#web/jobs/change-effect.tsx'
import { SCHEDULE_REFRESHES, useMoveVisit } from './use-move-visit.ts'
import { newRhythm, type RhythmDraft, rhythmDraft, weekdaysOf } from '#web/jobs/rhythm-draft.ts'
import { RhythmFields } from '#web/jobs/rhythm-fields.tsx'

type VisitCard = Reply<'POST /api/get-visits'>['visits'][number]
type WeeklyJob = Reply<'GET /api/weekly-job'>
type Which = 'one' | 'following' | 'all'
type Draft = WindowDraft &
  RhythmDraft & { which: Which; to: string; weekdays: readonly Weekday[]; quantity: number }

export function MoveForm({ visit, job, onDone }: { visit: VisitCard; job: WeeklyJob; onDone: () => void }) {
  const { schedule, customer } = useText()
  const texts = schedule.move
  const services = useServices()
  const today = dateAt(useNow(), job.timeZone)
  const draft = useDraft<Draft>({
    which: 'one',
    to: visit.date,
    weekdays: job.weekdays,
    ...rhythmDraft(job.rhythm),
    quantity: visit.quantity,
    ...windowDraft(job.windowStart, job.windowEnd),
  })
  const { which, to, quantity } = draft.values
  const isOne = which === 'one'
  const body = isOne ? oneBody(visit, job, draft.values) : manyBody(visit, job, draft.values, today)
  const change = useAction('POST /api/change-weekly-job', { refreshes: SCHEDULE_REFRESHES })
  const { move } = useMoveVisit()
  const submit = async () => {
    if (body.kind === 'move') {
      const { kind: _, ...input } = body
      await move(input)
    } else {
      const { kind: _, ...input } = body
      await change.mutateAsync({ body: input })
    }
    draft.reset()
    onDone()
  }
  return (
    <Form onSubmit={submit} submitLabel={texts.submit} isWide>
      <ChipGroup<Which>
        label={texts.which}
        options={[
          { value: 'one', label: texts.one },
          { value: 'following', label: texts.following },
          { value: 'all', label: texts.all },
        ]}
        {...draft.field('which')}
      />
      {isOne ? (
        <DateField label={texts.newDay} min={today} {...draft.field('to')} />
      ) : (
        <RhythmFields draft={draft} />
      )}
      <WindowFields draft={draft} />
      <NumberStepper
        label={customer.book.howMany(services.unit(job.serviceKey))}
        min={1}
        max={1_000}
        {...draft.field('quantity')}
      />
      <ChangeEffect
        change={body}
        isEnabled={(isOne ? to !== '' : weekdaysOf(draft.values).length > 0) && quantity > 0}
      />
      {!isOne && <p className="text-sm text-muted">{texts.past}</p>}
    </Form>
  )
}

/** Hours and quantity are the visit's own only where they differ from its job's. */
function oneBody(visit: VisitCard, job: WeeklyJob, values: Draft) {
  const window = readWindow(values)
  const isOwnWindow = (window?.start ?? null) !== job.windowStart || (window?.end ?? null) !== job.windowEnd
  return {
    kind: 'move' as const,
    visitId: visit.id,
    to: values.to,
    ...(isOwnWindow ? { window } : {}),
    ...(values.quantity === visit.quantity ? {} : { quantity: values.quantity }),
  }
}

function manyBody(visit: VisitCard, job: WeeklyJob, values: Draft, today: LocalDate) {
  const rule = visit.moved?.from ?? visit.date
  const from = values.which === 'all' || rule < today ? today : rule
  return {
    kind: 'change' as const,
    weeklyJobId: job.id,
    from,
    weekdays: weekdaysOf(values),
    ...newRhythm(job, values),
    window: readWindow(values),
    quantity: values.quantity,
  }
}
