/**
 * Booking in four steps: where, what, when, the exact price. Each has its address (`?step=`), the answers are kept on
 * this device. Nothing is booked before the price has been seen.
 */
import { useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { addDays, DEFAULT_TIME_ZONE, dateAt } from '#domain/time.ts'
import { useUser } from '#web/session/user.ts'
import { StepHead } from '#web/steps/step-head.tsx'
import { useKeptDraft } from '#web/steps/use-kept-draft.ts'
import { useSteps } from '#web/steps/use-steps.ts'
import { useText } from '#web/text/store.ts'
import { useNow } from '#web/ui/now.ts'
import { Page } from '#web/ui/page.tsx'
import { linkTo } from '#web/urls.ts'
import { BOOKING_STEPS, furthestStep, startBooking, WEEKLY_BOOKING } from './book.booking.ts'
import { Booked, type BookedProps } from './book.done.tsx'
import { PriceStep } from './book.price.tsx'
import { WhatStep } from './book.what.tsx'
import { WhenStep } from './book.when.tsx'
import { WhereStep } from './book.where.tsx'

/** What `?book=` says once it is booked. */
const DONE = 'done'

export function Book({ wanted }: { wanted: string }) {
  const navigate = useNavigate()
  const [done, setDone] = useState<Omit<BookedProps, 'onAnother'>>()
  if (wanted !== DONE)
    return (
      <BookingFlow
        wanted={wanted}
        onBooked={(what) => {
          setDone(what)
          void navigate(linkTo('jobs', {}, { book: DONE }), { replace: true })
        }}
      />
    )
  // Read again later, it stands among the weekly services.
  if (!done) return <Navigate to={linkTo('jobs', {}, { tab: 'weekly' })} replace />
  return <Booked {...done} onAnother={() => void navigate(linkTo('jobs', {}, { book: 'new' }))} />
}

type BookingFlowProps = { wanted: string; onBooked: (what: Omit<BookedProps, 'onAnother'>) => void }

function BookingFlow({ wanted, onBooked }: BookingFlowProps) {
  const texts = useText().customer.book
  const zone = useUser()?.time_zone ?? DEFAULT_TIME_ZONE
  const tomorrow = addDays(dateAt(useNow(), zone), 1)
  const empty = startBooking(wanted, tomorrow)
  const draft = useKeptDraft(WEEKLY_BOOKING, empty)
  const booking = draft.values
  const steps = useSteps(BOOKING_STEPS, furthestStep(booking), empty.place === null ? 'where' : 'what')
  const { step, goTo } = steps
  return (
    <Page title={texts.title} back={linkTo('jobs')} width="narrow">
      <StepHead titles={texts.steps} steps={steps} onRestart={draft.finish} />
      {step === 'where' && (
        <WhereStep
          onChoose={(place) => {
            draft.set({ place })
            goTo('what', { book: 'new' })
          }}
        />
      )}
      {step === 'what' && (
        <WhatStep
          onChoose={(serviceKey) => {
            draft.set({ serviceKey })
            goTo('when')
          }}
        />
      )}
      {step === 'when' && (
        <WhenStep
          draft={draft}
          onNext={(quantity) => {
            draft.set({ quantity, isTimed: true })
            goTo('price')
          }}
        />
      )}
      {step === 'price' && (
        <PriceStep
          booking={booking}
          onBooked={(booked, quote) => {
            draft.finish()
            onBooked({ booked, quote, booking })
          }}
        />
      )}
    </Page>
  )
}
