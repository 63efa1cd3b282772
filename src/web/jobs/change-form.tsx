import { isEveryWeek } from '#domain/schedule/rhythm.ts'
import { addDays, dateAt, type Weekday } from '#domain/time.ts'
import { useAction, useEndpoint } from '#web/api.ts'
import {
  isPlain,
  newRhythm,
  type RhythmDraft,
  readRhythm,
  rhythmDraft,
  weekdaysOf,
} from '#web/jobs/rhythm-draft.ts'
import { RhythmFields } from '#web/jobs/rhythm-fields.tsx'
import { useServices } from '#web/jobs/services.ts'
import { JOB_REFRESHES, type WeeklyJob } from '#web/jobs/weekly-job.data.ts'
import { readWindow, type WindowDraft, WindowFields, windowDraft } from '#web/jobs/window-fields.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { DateField } from '#web/ui/forms/date-field.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { NumberStepper } from '#web/ui/forms/number-stepper.tsx'
import { useNow } from '#web/ui/now.ts'
import { ChangeEffect } from '#web/jobs/change-effect.tsx'

type Draft = WindowDraft & RhythmDraft & { from: string; weekdays: readonly Weekday[]; quantity: number }

/** The new price is the server's, asked while the form is filled in. */
export function ChangeForm({ job, onDone }: { job: WeeklyJob; onDone: () => void }) {
  const { weekly: texts, book } = useText().customer
  const services = useServices()
  const today = dateAt(useNow(), job.timeZone)
  const change = useAction('POST /api/change-weekly-job', { refreshes: JOB_REFRESHES })
  const draft = useDraft<Draft>({
    from: addDays(today, 1),
    weekdays: job.weekdays,
    quantity: job.quantity,
    ...rhythmDraft(job.rhythm),
    ...windowDraft(job.windowStart, job.windowEnd),
  })
  const submit = async () => {
    const { from, quantity } = draft.values
    const body = {
      weeklyJobId: job.id,
      from,
      weekdays: weekdaysOf(draft.values),
      ...newRhythm(job, draft.values),
      quantity,
      window: readWindow(draft.values),
    }
    await change.mutateAsync({ body })
    draft.reset()
    showToast(texts.changed)
    onDone()
  }
  return (
    <Form onSubmit={submit} submitLabel={texts.changeSubmit} isWide>
      <RhythmFields draft={draft} />
      <WindowFields draft={draft} />
      <NumberStepper
        label={book.howMany(services.unit(job.serviceKey))}
        min={1}
        max={1_000}
        {...draft.field('quantity')}
      />
      <DateField label={texts.changeFrom} hint={texts.changeHint} min={today} {...draft.field('from')} />
      <NewPrice job={job} draft={draft.values} />
    </Form>
  )
}

function NewPrice({ job, draft }: { job: WeeklyJob; draft: Draft }) {
  const texts = useText().customer.weekly
  const format = useFormat()
  const window = readWindow(draft)
  const item = {
    propertyIds: [job.propertyId],
    serviceKey: job.serviceKey,
    weekdays: weekdaysOf(draft),
    ...(isPlain(draft) ? {} : { rhythm: readRhythm(draft) }),
    quantity: draft.quantity,
    windowStart: window?.start ?? null,
    windowEnd: window?.end ?? null,
  }
  const quote = useEndpoint(
    'POST /api/get-quote',
    { body: { items: [item], startsOn: draft.from, insteadOf: job.id } },
    { isEnabled: weekdaysOf(draft).length > 0 && draft.from !== '' },
  )
  if (!quote.data || job.perWeekCents === null) return null
  const isWeekly = isEveryWeek(job.rhythm) && isPlain(draft)
  if (!isWeekly) return <ChangedDates job={job} draft={draft} />
  const before = format.money(job.perWeekCents)
  const after = format.money(quote.data.perWeekCents)
  return <Banner>{before === after ? texts.changeSame(after) : texts.changeEffect(before, after)}</Banner>
}

/** What every change of the series says where the weeks are counted: which visits go and which come. */
function ChangedDates({ job, draft }: { job: WeeklyJob; draft: Draft }) {
  const change = {
    kind: 'change' as const,
    weeklyJobId: job.id,
    from: draft.from,
    weekdays: weekdaysOf(draft),
    ...newRhythm(job, draft),
    window: readWindow(draft),
    quantity: draft.quantity,
  }
  return <ChangeEffect change={change} isEnabled />
}
