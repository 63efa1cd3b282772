/** The exact price, per visit and per week, as the server will charge it; then the booking. */
import { useState } from 'react'
import { newIdempotencyKey, type Reply, useAction, useEndpoint } from '#web/api.ts'
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
  const { duplicateCount, propertyCount, perWeekCents } = quote.data
  const submit = async () => {
    const body = { ...input, notes: booking.notes, skipDuplicates: duplicateCount > 0 }
    onBooked(await book.mutateAsync({ body, idempotencyKey }), quote.data)
  }
  if (propertyCount === 0) return <Banner tone="warn">{texts.allBooked}</Banner>
  return (
    <Form onSubmit={submit} submitLabel={texts.submit(format.money(perWeekCents))} icon="check" isWide>
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
            <PriceLines key={price.visits.map((visit) => visit.priceCents).join()} price={price} />
          ))}
        </div>
        <p className="flex items-baseline justify-between gap-3 border-t border-line pt-3">
          <span className="font-semibold">{texts.total}</span>
          <Money amountCents={quote.perWeekCents} isLarge />
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

function PriceLines({ price }: { price: Quote['prices'][number] }) {
  const { customer, ui } = useText()
  const { lines: lineTexts } = customer.visit
  const format = useFormat()
  return (
    <div className="grid gap-1">
      {price.propertyCount > 1 && (
        <p className="text-sm text-muted">{customer.book.eachOf(price.propertyCount)}</p>
      )}
      {price.visits.map((visit) => (
        <div key={visit.weekday} className="grid gap-0.5">
          <p className="flex justify-between gap-3">
            <span>{customer.book.eachVisit(ui.weekdays.long[visit.weekday - 1] ?? '')}</span>
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
