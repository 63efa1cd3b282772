import { useState } from 'react'
import { formatAlike } from '#domain/money.ts'
import { WEEKDAYS, type Weekday } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import type { OpenJob } from '#web/assignments/take-job-sheet.tsx'
import type { Services } from '#web/jobs/services.ts'
import { useWindowText } from '#web/jobs/window-text.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { RouteMap } from '#web/ui/maps/route-map.tsx'
import { Money } from '#web/ui/money.tsx'
import { linkTo } from '#web/urls.ts'
import { isEveryWeek } from '#domain/schedule/rhythm.ts'
import { useRhythmText } from '#web/jobs/rhythm-text.ts'

type JobRoutes = Reply<'POST /api/get-job-routes'>
type ShownDay = Weekday | 0
export type Shown = { base: JobRoutes['base']; services: Services }

/** So many rows and pins at first: more than a screen, few enough to be there at once. */
const ROWS_AT_ONCE = 40

export function WeekdayFilter(props: {
  days: JobRoutes['days']
  value: ShownDay
  onChange: (day: ShownDay) => void
}) {
  const { crew, ui } = useText()
  const worked = WEEKDAYS.filter((weekday) => props.days[weekday - 1]?.hours)
  return (
    <ChipGroup<ShownDay>
      label={crew.jobs.weekday}
      name="weekday"
      isLabelHidden
      options={[
        { value: 0, label: crew.jobs.allDays },
        ...worked.map((weekday) => ({
          value: weekday,
          label: ui.weekdays.short[weekday - 1]!,
          longLabel: ui.weekdays.long[weekday - 1]!,
        })),
      ]}
      value={props.value}
      onChange={props.onChange}
    />
  )
}

type JobListProps = Shown & {
  jobs: readonly OpenJob[]
  chosen: OpenJob | undefined
  onTake: (job: OpenJob) => void
}

export function JobList({ jobs, base, services, chosen, onTake }: JobListProps) {
  const { crew } = useText()
  const [count, setCount] = useState(ROWS_AT_ONCE)
  if (jobs.length === 0) return <Nothing title={crew.jobs.noJobs} body={crew.jobs.noJobsBody} />
  const shown = jobs.slice(0, count)
  return (
    <Card isFlush>
      <RouteMap
        isRoute={false}
        hasVisibleList
        stops={shown.map((job) => ({
          id: job.weeklyJobId,
          place: { lat: job.lat, lng: job.lng },
          label: services.name(job.serviceKey),
        }))}
        {...(base === null ? {} : { base })}
        onSelect={(id) => {
          const job = jobs.find((each) => each.weeklyJobId === id)
          if (job) onTake(job)
        }}
      />
      <List label={crew.jobs.single}>
        {shown.map((job) => (
          <JobRow
            key={job.weeklyJobId}
            job={job}
            services={services}
            isChosen={job === chosen}
            onTake={() => onTake(job)}
          />
        ))}
      </List>
      {jobs.length > count && (
        <div className="p-4 text-center">
          <Button isLarge onClick={() => setCount(count + ROWS_AT_ONCE)}>
            {crew.more}
          </Button>
        </div>
      )}
    </Card>
  )
}

type JobRowProps = { job: OpenJob; services: Services; isChosen: boolean; onTake: () => void }

function JobRow({ job, services, isChosen, onTake }: JobRowProps) {
  const { crew, ui } = useText()
  const format = useFormat()
  const windowText = useWindowText()
  const often = useRhythmText()
  const days = isEveryWeek(job.rhythm)
    ? job.openDays.map((day) => ui.weekdays.short[day.weekday - 1]).join(', ')
    : often({ rhythm: job.rhythm, weekdays: job.openDays.map((day) => day.weekday) })
  return (
    <ListRow
      icon={services.icon(job.serviceKey)}
      onClick={onTake}
      isCurrent={isChosen}
      title={services.name(job.serviceKey)}
      detail={[
        job.neighbourhood,
        crew.away(format.distance(job.distanceFeet)),
        format.minutes(job.minutes),
        windowText(job.window),
        days,
      ]
        .filter(Boolean)
        .join(' · ')}
      end={
        <span className="nums grid justify-items-end">
          <Money amountCents={job.openDays[0]!.payCents} />
          <span className="text-sm text-muted">{crew.eachVisit}</span>
        </span>
      }
    />
  )
}

export function DayList({
  days,
  onChoose,
}: {
  days: JobRoutes['days']
  onChoose: (weekday: Weekday) => void
}) {
  const { crew, ui } = useText()
  const format = useFormat()
  const amount = formatAlike(days.flatMap((day) => [day.openPayCents, day.assignedPayCents]))
  return (
    <Card isFlush>
      <List label={crew.jobs.days}>
        {days.map((day) => (
          <ListRow
            key={day.weekday}
            icon="calendar"
            title={ui.weekdays.long[day.weekday - 1]}
            detail={day.hours ? format.window(day.hours.from, day.hours.until) : crew.jobs.dayOff}
            end={
              <span className="nums grid justify-items-end text-sm">
                {day.hours && <span>{crew.jobs.openOn(day.openCount, amount(day.openPayCents))}</span>}
                {day.assignedCount > 0 && (
                  <span className="text-accent">
                    {crew.jobs.assignedOn(day.assignedCount, amount(day.assignedPayCents))}
                  </span>
                )}
              </span>
            }
            {...(day.hours ? { onClick: () => onChoose(day.weekday) } : {})}
          />
        ))}
      </List>
    </Card>
  )
}

export function Nothing({ title, body }: { title: string; body: string }) {
  const { crew } = useText()
  return (
    <Card>
      <EmptyState
        icon="search"
        title={title}
        action={<ButtonLink to={linkTo('crewAccount')}>{crew.jobs.widen}</ButtonLink>}
      >
        {body}
      </EmptyState>
    </Card>
  )
}
