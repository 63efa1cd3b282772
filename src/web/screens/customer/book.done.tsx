/** Booked: what comes next, and a way back out of it. */
import { roundToDollar } from '#domain/schedule/rhythm-amounts.ts'
import { addDays, isLocalDate, weekdayOf } from '#domain/time.ts'
import { type Reply, useAction } from '#web/api.ts'
import { isPlain, readRhythm, weekdaysOf } from '#web/jobs/rhythm-draft.ts'
import { useRhythmText } from '#web/jobs/rhythm-text.ts'
import { useServices } from '#web/jobs/services.ts'
import { JOB_REFRESHES } from '#web/jobs/weekly-job.data.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { DoneTick } from '#web/ui/looks/done-tick.tsx'
import { Page } from '#web/ui/page.tsx'
import { linkTo } from '#web/urls.ts'
import { BookingHolidays } from '#web/visits/booking-holidays.tsx'
import { type Booking, bookingItems } from './book.booking.ts'
import { PlanningProgress } from './home.parts.tsx'

/** More are ended one by one in the list of weekly services. */
const UNDONE_AT_ONCE = 10

export type BookedProps = {
  booked: Reply<'POST /api/book-weekly-jobs'>
  quote: Reply<'POST /api/get-quote'>
  booking: Booking
  onAnother: () => void
}

export function Booked({ booked, quote, booking, onAnother }: BookedProps) {
  const { book: texts, home } = useText().customer
  const cancel = useAction('POST /api/cancel-weekly-job', { refreshes: JOB_REFRESHES })
  const undo = async () => {
    try {
      for (const weeklyJobId of booked.weeklyJobIds) await cancel.mutateAsync({ body: { weeklyJobId } })
      showToast(texts.undone)
      onAnother()
    } catch (error) {
      showToast(error instanceof Error ? error.message : '', { tone: 'danger' })
    }
  }
  return (
    <Page title={texts.doneTitle} width="narrow">
      {booked.needsCard && (
        <Banner
          tone="warn"
          icon="card"
          title={texts.needsCard}
          actions={
            <ButtonLink tone="primary" to={linkTo('addCard')}>
              {home.alerts.addCard}
            </ButtonLink>
          }
        />
      )}
      <Card>
        <EmptyState
          drawing={<DoneTick />}
          title={texts.done(booked.jobCount)}
          action={
            <>
              <ButtonLink
                tone={booked.needsCard ? 'secondary' : 'primary'}
                icon="calendar"
                to={linkTo('jobs', {}, { week: firstDay(booked, booking) })}
              >
                {texts.toJobs}
              </ButtonLink>
              <Button onClick={onAnother}>{texts.another}</Button>
              {booked.jobCount <= UNDONE_AT_ONCE && (
                <Button tone="quiet" icon="undo" isBusy={cancel.isPending} onClick={() => void undo()}>
                  {texts.undo}
                </Button>
              )}
            </>
          }
        >
          <Summary booked={booked} quote={quote} booking={booking} />
        </EmptyState>
      </Card>
      <BookingHolidays items={bookingItems(booking)} startsOn={booking.startsOn} />
      {!booked.isPlanned && <PlanningProgress total={booked.jobCount} label={texts.planning} />}
    </Page>
  )
}

/** What, where, on which days, from when and for how much: nobody has to look it up to believe it. */
function Summary({ booked, quote, booking }: Omit<BookedProps, 'onAnother'>) {
  const { customer, ui } = useText()
  const { book: texts } = customer
  const format = useFormat()
  const services = useServices()
  const where =
    quote.propertyCount > 1
      ? customer.propertyCount(quote.propertyCount)
      : booking.place?.name || quote.properties[0]?.propertyName || ''
  const rhythm = useRhythmText()
  const days = booking.weekdays.map((weekday) => ui.weekdays.long[weekday - 1])
  const often = isPlain(booking)
    ? texts.everyWeekday(days.join(', '))
    : rhythm({ rhythm: readRhythm(booking), weekdays: weekdaysOf(booking) })
  return (
    <span className="grid gap-1">
      <span>
        {services.name(booking.serviceKey)} · {where}
      </span>
      <span>{often}</span>
      {booked.firstVisitOn !== null && <span>{texts.firstOn(format.longDay(booked.firstVisitOn))}</span>}
      <span className="nums font-semibold text-ink">
        {isPlain(booking)
          ? texts.aWeek(format.money(quote.perWeekCents))
          : texts.aMonth(format.money(roundToDollar(quote.perMonthCents)))}
      </span>
    </span>
  )
}

/** While it is still being planned, the first chosen weekday from the chosen day on. */
function firstDay(booked: BookedProps['booked'], { startsOn, weekdays }: Booking): string {
  if (booked.firstVisitOn !== null) return booked.firstVisitOn
  if (!isLocalDate(startsOn)) return startsOn
  const week = [0, 1, 2, 3, 4, 5, 6].map((days) => addDays(startsOn, days))
  return week.find((day) => weekdays.includes(weekdayOf(day))) ?? startsOn
}
