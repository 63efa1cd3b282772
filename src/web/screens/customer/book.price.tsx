/** The exact price, per visit and per week, as the server will charge it; then the booking. */
import { useState } from 'react'
import { roundToDollar } from '#domain/schedule/rhythm-amounts.ts'
import { newIdempotencyKey, type Reply, useAction, useEndpoint } from '#web/api.ts'
import { isPlain } from '#web/jobs/rhythm-draft.ts'
import { useServices } from '#web/jobs/services.ts'
import { JOB_REFRESHES } from '#web/jobs/weekly-job.data.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { Money } from '#web/ui/money.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { BookingHolidays } from '#web/visits/booking-holidays.tsx'
import { type Booking, bookingItems } from './book.booking.ts'

type Quote = Reply<'POST /api/get-quote'>
type Booked = Reply<'POST /api/book-weekly-jobs'>

type PriceStepProps = { booking: Booking; onBooked: (booked: Booked, quote: Quote) => void }

export function PriceStep({ booking, onBooked }: PriceStepProps) {
  const texts = useText().customer.book
  const format = useFormat()
  const [idempotencyKey] = useState(newIdempotencyKey)
  const input = { items: bookingItems(booking), startsOn: booking.startsOn }
  const quote = useEndpoint('POST /api/get-quote', { body: { ...input, skipDuplicates: true } })
  const book = useAction('POST /api/book-weekly-jobs', { refreshes: JOB_REFRESHES })
  if (quote.isPending) return <SkeletonCard rows={3} />
  if (quote.isLoadingError) return <ErrorState error={quote.error} onRetry={() => void quote.refetch()} />
  const { duplicateCount, propertyCount, perWeekCents, perMonthCents } = quote.data
  const submitLabel = isPlain(booking)
    ? texts.submit(format.money(perWeekCents))
    : texts.submitMonth(format.money(roundToDollar(perMonthCents)))
  const submit = async () => {
    const body = { ...input, notes: booking.notes, skipDuplicates: duplicateCount > 0 }
    onBooked(await book.mutateAsync({ body, idempotencyKey }), quote.data)
  }
  if (propertyCount === 0) return <Banner tone="warn">{texts.allBooked}</Banner>
  return (
    <Form onSubmit={submit} submitLabel={submitLabel} icon="check" isWide>
      <QuoteCard booking={booking} quote={quote.data} />
      {duplicateCount > 0 && <Banner tone="warn">{texts.duplicates(duplicateCount)}</Banner>}
      <BookingHolidays {...input} />
      <p className="text-sm text-muted">{texts.after}</p>
    </Form>
  )
}

function QuoteCard({ booking, quote }: { booking: Booking; quote: Quote }) {
  const { customer } = useText()
  const texts = customer.book
  const format = useFormat()
  const services = useServices()
  const where = booking.place?.name || quote.properties[0]?.propertyName
  return (
    <Card title={texts.priceTitle}>
      <div className="grid gap-3">
        <div>
          <p className="font-semibold">{services.name(booking.serviceKey)}</p>
          <p className="text-muted">
            {[
              where,
              quote.propertyCount > 1 && customer.propertyCount(quote.propertyCount),
              customer.quantity(booking.quantity, services.unit(booking.serviceKey)),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <div className="grid gap-2">
          {quote.prices.map((price) => (
            <PriceLines
              key={price.visits.map((visit) => visit.priceCents).join()}
              price={price}
              isAnyDay={booking.repeat === 'month_day'}
            />
          ))}
        </div>
        <p className="flex items-baseline justify-between gap-3 border-t border-line pt-3">
          <span className="font-semibold">{isPlain(booking) ? texts.total : texts.totalMonth}</span>
          <Money
            amountCents={isPlain(booking) ? quote.perWeekCents : roundToDollar(quote.perMonthCents)}
            isLarge
          />
        </p>
        {quote.couponCreditLeftCents > 0 && (
          <Banner tone="good" icon="gift">
            {texts.coupon(format.money(quote.couponCreditLeftCents))}{' '}
            {texts.firstWeek(format.money(quote.firstWeekCents))}
          </Banner>
        )}
      </div>
    </Card>
  )
}

/** A day of the month falls on any weekday: those that cost the same are one line. */
function PriceLines({ price, isAnyDay }: { price: Quote['prices'][number]; isAnyDay: boolean }) {
  const { customer, ui } = useText()
  const { lines: lineTexts } = customer.visit
  const format = useFormat()
  const alike = Map.groupBy(price.visits, (visit) => visit.priceCents)
  const visits = isAnyDay ? [...alike.values()].map((same) => same[0]!) : price.visits
  const nameOf = ({ weekday, priceCents }: (typeof visits)[number]) => {
    if (isAnyDay && alike.size === 1) return customer.book.eachTime
    const days = isAnyDay ? alike.get(priceCents)!.map((each) => each.weekday) : [weekday]
    return customer.book.eachVisit(days.map((day) => ui.weekdays.long[day - 1]).join(', '))
  }
  return (
    <div className="grid gap-1">
      {price.propertyCount > 1 && (
        <p className="text-sm text-muted">{customer.book.eachOf(price.propertyCount)}</p>
      )}
      {visits.map((visit) => (
        <div key={visit.weekday} className="grid gap-0.5">
          <p className="flex justify-between gap-3">
            <span>{nameOf(visit)}</span>
            <Money amountCents={visit.priceCents} />
          </p>
          {visit.lines.length > 1 && (
            <p className="text-sm text-muted">
              {visit.lines
                .map((line) => `${lineTexts[line.kind]} ${format.money(line.amountCents)}`)
                .join(' + ')}
            </p>
          )}
        </div>
      ))}
    </div>
  )
}
