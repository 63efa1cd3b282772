import { addDays, dateAt, isLocalDate } from '#domain/time.ts'
import { useAction } from '#web/api.ts'
import { JOB_REFRESHES, type WeeklyJob } from '#web/jobs/weekly-job.data.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { DateField } from '#web/ui/forms/date-field.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { useNow } from '#web/ui/now.ts'

export function PauseForm({ job, onDone }: { job: WeeklyJob; onDone: () => void }) {
  const texts = useText().customer.weekly
  const format = useFormat()
  const today = dateAt(useNow(), job.timeZone)
  const pause = useAction('POST /api/pause-weekly-job', { refreshes: JOB_REFRESHES })
  const draft = useDraft<{ from: string; to: string }>({ from: addDays(today, 1), to: '' })
  const submit = async () => {
    const { from, to } = draft.values
    const body = { weeklyJobId: job.id, from, to: isLocalDate(to) ? to : null }
    const { skippedVisitCount } = await pause.mutateAsync({ body })
    draft.reset()
    showToast(texts.paused(skippedVisitCount))
    onDone()
  }
  return (
    <Form onSubmit={submit} submitLabel={texts.pauseSubmit} icon="pause" isWide>
      <DateField label={texts.pauseFrom} min={today} {...draft.field('from')} />
      <DateField
        label={texts.pauseTo}
        hint={texts.pauseToHint}
        min={draft.values.from}
        isOptional
        {...draft.field('to')}
      />
      {job.perWeekCents !== null && <Banner>{texts.pauseEffect(format.money(job.perWeekCents))}</Banner>}
    </Form>
  )
}
