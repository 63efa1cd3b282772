/** A visit's button and dialog: only this visit, this and following, or all; what it costs stands there before. */
import { useState } from 'react'
import { dateAt, type LocalDate, type Weekday } from '#domain/time.ts'
import { type Reply, useAction, useEndpoint } from '#web/api.ts'
import { useServices } from '#web/jobs/services.ts'
import { readWindow, type WindowDraft, WindowFields, windowDraft } from '#web/jobs/window-fields.tsx'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialogs/dialog.tsx'
import { ChipGroup, WeekdayPicker } from '#web/ui/forms/chip-group.tsx'
import { DateField } from '#web/ui/forms/date-field.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { NumberStepper } from '#web/ui/forms/number-stepper.tsx'
import { useNow } from '#web/ui/now.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ChangeEffect } from './change-effect.tsx'
import { SCHEDULE_REFRESHES, useMoveVisit } from './use-move-visit.ts'

type VisitCard = Reply<'POST /api/get-visits'>['visits'][number]
type WeeklyJob = Reply<'GET /api/weekly-job'>
type Which = 'one' | 'following' | 'all'
type Draft = WindowDraft & { which: Which; to: string; weekdays: readonly Weekday[]; quantity: number }

export function MoveButton({ visit, isQuiet = false }: { visit: VisitCard; isQuiet?: boolean }) {
  const texts = useText().schedule.move
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button {...(isQuiet ? { tone: 'quiet' } : { icon: 'calendar' })} onClick={() => setIsOpen(true)}>
        {texts.button}
      </Button>
      {isOpen && <MoveSheet visit={visit} onClose={() => setIsOpen(false)} />}
    </>
  )
}

export function MoveSheet({ visit, onClose }: { visit: VisitCard; onClose: () => void }) {
  const texts = useText().schedule.move
  const job = useEndpoint('GET /api/weekly-job', { query: { id: visit.weeklyJobId! } })
  return (
    <Sheet title={texts.title} isOpen onClose={onClose}>
      {job.isPending && <Skeleton rows={6} />}
      {job.data && <MoveForm visit={visit} job={job.data} onDone={onClose} />}
    </Sheet>
  )
}

function MoveForm({ visit, job, onDone }: { visit: VisitCard; job: WeeklyJob; onDone: () => void }) {
  const { schedule, customer } = useText()
  const texts = schedule.move
  const services = useServices()
  const today = dateAt(useNow(), job.timeZone)
  const draft = useDraft<Draft>({
    which: 'one',
    to: visit.date,
    weekdays: job.weekdays,
    quantity: visit.quantity,
    ...windowDraft(job.windowStart, job.windowEnd),
  })
  const { which, to, weekdays, quantity } = draft.values
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
        <WeekdayPicker label={texts.weekdays} {...draft.field('weekdays')} />
      )}
      <WindowFields draft={draft} />
      <NumberStepper
        label={customer.book.howMany(services.unit(job.serviceKey))}
        min={1}
        max={1_000}
        {...draft.field('quantity')}
      />
      <ChangeEffect change={body} isEnabled={(isOne ? to !== '' : weekdays.length > 0) && quantity > 0} />
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
    weekdays: [...values.weekdays],
    window: readWindow(values),
    quantity: values.quantity,
  }
}
