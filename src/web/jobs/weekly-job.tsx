/** One weekly service opened: its terms, dates and price, and what can be done to it, with the money effect said first. */

import { useState } from 'react'
import { ZERO_CENTS } from '#domain/money.ts'
import { isEveryWeek } from '#domain/schedule/rhythm.ts'
import { useAction, useEndpoint } from '#web/api.ts'
import { useServices } from '#web/jobs/services.ts'
import { useJobPrice } from '#web/jobs/job-price.ts'
import { useRhythmText } from '#web/jobs/rhythm-text.ts'
import { useWeekdayNames } from '#web/jobs/weekday-names.ts'
import { JOB_REFRESHES, type WeeklyJob } from '#web/jobs/weekly-job.data.ts'
import { useMayHere } from '#web/session/looks-after.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { StateBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Detail } from '#web/ui/dialogs/panes.tsx'
import { confirmPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { ChangeForm } from './lazy-change.tsx'
import { PauseForm } from './weekly-job.pause.tsx'

const DATES_SHOWN = 6

export type JobMode = 'look' | 'change' | 'pause'

export function WeeklyJobSheet({ weeklyJobId, onClose }: { weeklyJobId: string; onClose: () => void }) {
  const { customer } = useText()
  const services = useServices()
  const job = useEndpoint('GET /api/weekly-job', { query: { id: weeklyJobId } })
  const [mode, setMode] = useState<JobMode>('look')
  const back = () => setMode('look')
  const title = {
    look: job.data ? services.name(job.data.serviceKey) : customer.jobs.weekly,
    change: customer.weekly.changeTitle,
    pause: customer.weekly.pauseTitle,
  }[mode]
  return (
    <Detail title={title} onClose={mode === 'look' ? onClose : back}>
      {job.isPending && <Skeleton rows={3} />}
      {job.isLoadingError && <ErrorState error={job.error} onRetry={() => void job.refetch()} />}
      {job.data && mode === 'look' && (
        <JobTerms
          job={job.data}
          placeTo={linkTo('property', { property_id: job.data.propertyId })}
          onMode={setMode}
          onClose={onClose}
        />
      )}
      {job.data && mode === 'change' && <ChangeForm job={job.data} onDone={back} />}
      {job.data && mode === 'pause' && <PauseForm job={job.data} onDone={back} />}
    </Detail>
  )
}

export function JobTerms({
  job,
  placeTo,
  canChange = true,
  onMode,
  onClose,
}: {
  job: WeeklyJob
  /** Where its place has a page for who looks. */
  placeTo: string
  canChange?: boolean
  onMode: (mode: JobMode) => void
  onClose: () => void
}) {
  const { customer } = useText()
  const texts = customer.weekly
  const format = useFormat()
  const rhythm = useRhythmText()
  const amount = useJobPrice()(job)
  const services = useServices()
  const end = job.endsOn === null ? '' : ` ${texts.until(format.date(job.endsOn))}`
  const time =
    job.windowStart === null || job.windowEnd === null
      ? customer.anytime
      : format.window(job.windowStart, job.windowEnd)
  return (
    <div className="grid gap-4">
      <div className="grid gap-1">
        <p className="flex flex-wrap items-center justify-between gap-2 font-semibold">
          <Link to={placeTo}>{job.propertyName}</Link>
          <StateBadge state={job.state} label={customer.jobStates[job.state]} />
        </p>
        <p>{`${rhythm(job)}, ${time}`}</p>
        <p className="text-muted">{customer.quantity(job.quantity, services.unit(job.serviceKey))}</p>
        {amount !== null && <p className="nums font-medium">{amount}</p>}
        <p className="text-sm text-muted">
          {texts.since(format.date(job.startsOn))}
          {end} · <CrewState job={job} />
        </p>
        {job.termsUntil.map((terms) => (
          <p key={terms.until} className="text-sm text-muted">
            {`${rhythm(terms)} ${texts.until(format.day(terms.until))}`}
          </p>
        ))}
      </div>
      <NextDates job={job} />
      <Exceptions job={job} />
      {canChange && <Actions job={job} onMode={onMode} onClose={onClose} />}
    </div>
  )
}

/** Where it does not come every week nobody can count the days. */
function NextDates({ job }: { job: WeeklyJob }) {
  const texts = useText().customer.weekly
  const format = useFormat()
  if (isEveryWeek(job.rhythm) || job.nextDates.length === 0) return null
  const dates = job.nextDates.slice(0, DATES_SHOWN).map((date) => format.day(date))
  return <p className="text-sm">{`${texts.nextDates}: ${dates.join(' · ')}`}</p>
}

function CrewState({ job }: { job: WeeklyJob }) {
  const texts = useText().customer.weekly
  const days = useWeekdayNames()
  if (job.coveredWeekdays.length === 0) return texts.noCrew
  const isWhole = job.weekdays.every((weekday) => job.coveredWeekdays.includes(weekday))
  return isWhole ? texts.allCrew : texts.someCrew(days(job.coveredWeekdays))
}

function Exceptions({ job }: { job: WeeklyJob }) {
  const texts = useText().customer.weekly
  const format = useFormat()
  if (job.pauses.length + job.skippedDates.length === 0) return null
  return (
    <ul className="grid gap-1 rounded-xl bg-sunken px-4 py-3 text-sm">
      {job.pauses.map(({ from, to }) => (
        <li key={from}>
          {to === null
            ? texts.pausedFrom(format.day(from))
            : texts.pausedRange(format.day(from), format.day(to))}
        </li>
      ))}
      {job.skippedDates.length > 0 && (
        <li>{`${texts.skips}: ${job.skippedDates.map((date) => format.day(date)).join(' · ')}`}</li>
      )}
    </ul>
  )
}

function Actions({
  job,
  onMode,
  onClose,
}: {
  job: WeeklyJob
  onMode: (mode: JobMode) => void
  onClose: () => void
}) {
  const { customer } = useText()
  const texts = customer.weekly
  const format = useFormat()
  const mayChange = useMayHere()('schedule')
  const resume = useAction('POST /api/resume-weekly-job', { refreshes: JOB_REFRESHES })
  const cancel = useAction('POST /api/cancel-weekly-job', { refreshes: JOB_REFRESHES })
  if (job.state === 'cancelled' || !mayChange) return null
  const goOn = () =>
    resume.mutate(
      { body: { weeklyJobId: job.id } },
      {
        onSuccess: ({ plannedVisitCount }) => showToast(texts.resumed(plannedVisitCount)),
        onError: (error) => showToast(error.message, { tone: 'danger' }),
      },
    )
  const end = async () => {
    const ahead = job.comingVisits.filter(
      ({ state }) => state === 'scheduled' || state === 'confirmed',
    ).length
    const amount = format.money(job.perWeekCents ?? ZERO_CENTS)
    const isSure = await confirmPrompt({
      title: texts.cancelTitle,
      body: texts.cancelEffect(customer.visitCount(ahead), amount),
      submitLabel: texts.cancelSubmit,
      isDanger: true,
      onSubmit: () => cancel.mutateAsync({ body: { weeklyJobId: job.id } }),
    })
    if (!isSure) return
    showToast(texts.cancelled)
    onClose()
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button icon="calendar" onClick={() => onMode('change')}>
        {texts.change}
      </Button>
      <Button icon="pause" onClick={() => onMode('pause')}>
        {texts.pause}
      </Button>
      {job.pauses.length > 0 && (
        <Button icon="play" isBusy={resume.isPending} onClick={goOn}>
          {texts.resume}
        </Button>
      )}
      <Button tone="quiet" icon="close" onClick={() => void end()}>
        {texts.cancel}
      </Button>
    </div>
  )
}
