/** One week, Monday to Sunday: the visits of each day, with skip and undo. */
import { useSearchParams } from 'react-router'
import {
  addDays,
  DEFAULT_TIME_ZONE,
  dateAt,
  type Instant,
  isLocalDate,
  type LocalDate,
  mondayOf,
} from '#domain/time.ts'
import { shownWeek } from '#domain/visits/shown-week.ts'
import { useMayHere } from '#web/session/looks-after.ts'
import { useUser } from '#web/session/user.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { List } from '#web/ui/lists/list.tsx'
import { useNow } from '#web/ui/now.ts'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { MoveButton } from '#web/visits/move-visit.tsx'
import { MovedDays, movedDaysOf } from '#web/visits/moved-days.tsx'
import { useSkip } from '#web/visits/use-skip.ts'
import { isSkippable, type VisitCard, VisitRow } from '#web/visits/visit-row.tsx'
import { NothingBooked } from './nothing-booked.tsx'

import { useVisitPages } from './use-visit-pages.ts'

export function WeekView() {
  const { customer } = useText()
  const now = useNow()
  const zone = useUser()?.time_zone ?? DEFAULT_TIME_ZONE
  const today = dateAt(now, zone)
  const [search, setSearch] = useSearchParams()
  const asked = search.get('week') ?? ''
  const monday = mondayOf(isLocalDate(asked) ? asked : today)
  const pages = useVisitPages(shownWeek(monday))
  const goTo = (day: LocalDate) => setSearch(day === mondayOf(today) ? {} : { week: day }, { replace: true })
  const days = Map.groupBy(pages.visits, (visit) => visit.date)
  return (
    <div className="grid gap-4">
      <WeekBar monday={monday} isThisWeek={monday === mondayOf(today)} onGo={goTo} today={today} />
      {pages.isPending && <SkeletonCard rows={5} />}
      {pages.isLoadingError && <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.isSuccess && pages.visits.length === 0 && <NothingBooked title={customer.jobs.emptyWeek} />}
      <MovedDays days={movedDaysOf(pages.visits)} />
      <div className="grid grid-cols-1 items-start gap-(--stack) desk:grid-cols-2 desk:gap-6">
        {[...days].map(([date, visits]) => (
          <Day key={date} date={date} visits={visits} isToday={date === today} now={now} />
        ))}
      </div>
      {pages.hasNextPage && (
        <Button isWide isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {customer.showMore}
        </Button>
      )}
    </div>
  )
}

type WeekBarProps = {
  monday: LocalDate
  today: LocalDate
  isThisWeek: boolean
  onGo: (day: LocalDate) => void
}

function WeekBar({ monday, today, isThisWeek, onGo }: WeekBarProps) {
  const texts = useText().customer.jobs
  const format = useFormat()
  return (
    <div className="flex items-center justify-between gap-2">
      <IconButton
        icon="chevron-left"
        tone="secondary"
        label={texts.before}
        onClick={() => onGo(addDays(monday, -7))}
      />
      <div className="grid justify-items-center text-center">
        <p className="font-semibold" aria-live="polite">
          {format.dateRange(monday, addDays(monday, 6))}
        </p>
        {!isThisWeek && (
          <Button tone="quiet" onClick={() => onGo(mondayOf(today))}>
            {texts.thisWeek}
          </Button>
        )}
      </div>
      <IconButton
        icon="chevron-right"
        tone="secondary"
        label={texts.after}
        onClick={() => onGo(addDays(monday, 7))}
      />
    </div>
  )
}

type DayProps = { date: LocalDate; visits: readonly VisitCard[]; isToday: boolean; now: Instant }

function Day({ date, visits, isToday, now }: DayProps) {
  const { ui } = useText()
  const format = useFormat()
  const title = isToday ? `${ui.today} · ${format.longDay(date)}` : format.longDay(date)
  return (
    <Card title={title} isFlush>
      <List label={title}>
        {visits.map((visit) => (
          <VisitRow key={visit.id} visit={visit} actions={<SkipButton visit={visit} now={now} />} />
        ))}
      </List>
    </Card>
  )
}

function SkipButton({ visit, now }: { visit: VisitCard; now: Instant }) {
  const texts = useText().customer.jobs
  const { leaveOut, putBack, isBusy } = useSkip()
  const maySkip = useMayHere()('schedule')
  if (!maySkip) return null
  if (visit.state === 'skipped' && visit.weeklyJobId !== null && Date.parse(visit.endsAt) > now)
    return (
      <Button tone="quiet" isBusy={isBusy} onClick={() => putBack(visit)}>
        {texts.unskip}
      </Button>
    )
  if (!isSkippable(visit, now)) return null
  return (
    <>
      <MoveButton visit={visit} isQuiet />
      <Button tone="quiet" isBusy={isBusy} onClick={() => leaveOut(visit)}>
        {texts.skip}
      </Button>
    </>
  )
}
