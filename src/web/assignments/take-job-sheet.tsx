import { useState } from 'react'
import { addCents } from '#domain/money.ts'
import type { Weekday } from '#domain/time.ts'
import { type Reply, useAction } from '#web/api.ts'
import type { Services } from '#web/jobs/services.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { MultiChipGroup } from '#web/ui/forms/chip-group.tsx'
import { TakeSheet } from './take-sheet.tsx'
import { useRefreshWork } from './taking.ts'
import { isEveryWeek } from '#domain/schedule/rhythm.ts'
import { useRhythmText } from '#web/jobs/rhythm-text.ts'

export type OpenJob = Reply<'POST /api/get-job-routes'>['jobs'][number]

/** What must be known of a job to take it. */
type Takeable = Pick<OpenJob, 'weeklyJobId' | 'serviceKey' | 'openDays' | 'rhythm'>

type TakeJobSheetProps = { job: Takeable; services: Services; onClose: () => void }

export function TakeJobSheet({ job, services, onClose }: TakeJobSheetProps) {
  const { crew, ui } = useText()
  const format = useFormat()
  const refresh = useRefreshWork()
  const often = useRhythmText()
  const [weekdays, setWeekdays] = useState<readonly Weekday[]>(job.openDays.map((day) => day.weekday))
  const take = useAction('POST /api/take-weekly-job')
  const confirm = () =>
    take.mutate(
      { body: { weeklyJobId: job.weeklyJobId, weekdays: [...weekdays] } },
      {
        onSuccess: ({ days }) => {
          showToast(crew.jobs.taken(days.flatMap((day) => day.assignmentIds).length))
          onClose()
        },
        onSettled: refresh,
      },
    )
  const chosen = job.openDays.filter((day) => weekdays.includes(day.weekday))
  const pay = addCents(...chosen.map((day) => day.payCents))
  return (
    <TakeSheet
      title={services.name(job.serviceKey)}
      error={take.error}
      isBusy={take.isPending}
      isReady={chosen.length > 0}
      onConfirm={confirm}
      onClose={onClose}
    >
      <MultiChipGroup<Weekday>
        label={crew.jobs.chooseDays}
        name="weekdays"
        options={job.openDays.map((day) => ({
          value: day.weekday,
          label: `${ui.weekdays.short[day.weekday - 1]} · ${format.money(day.payCents)}`,
          longLabel: `${ui.weekdays.long[day.weekday - 1]}, ${format.money(day.payCents)}`,
        }))}
        value={weekdays}
        onChange={setWeekdays}
      />
      {!isEveryWeek(job.rhythm) && (
        <p className="text-muted">
          {often({ rhythm: job.rhythm, weekdays: chosen.map((day) => day.weekday) })}
        </p>
      )}
      {chosen.length > 0 && (
        <p className="text-lg">{crew.jobs.confirmBody(chosen.length, format.money(pay))}</p>
      )}
    </TakeSheet>
  )
}
