/** Booking in four steps: where, what, when, the exact price. Nothing is booked before the price has been seen. */
import { useState } from 'react'
import { addDays, DEFAULT_TIME_ZONE, dateAt } from '#domain/time.ts'
import { useUser } from '#web/session/user.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { useNow } from '#web/ui/now.ts'
import { Page } from '#web/ui/page.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { linkTo } from '#web/urls.ts'
import { type Booking, startBooking } from './book.booking.ts'
import { Booked, type BookedProps } from './book.done.tsx'
import { PriceStep } from './book.price.tsx'
import { WhatStep } from './book.what.tsx'
import { WhenStep } from './book.when.tsx'
import { WhereStep } from './book.where.tsx'

const WHERE = 0
const WHAT = 1
const WHEN = 2
const PRICE = 3

export function Book({ wanted }: { wanted: string }) {
  const { customer, ui } = useText()
  const texts = customer.book
  const zone = useUser()?.time_zone ?? DEFAULT_TIME_ZONE
  const tomorrow = addDays(dateAt(useNow(), zone), 1)
  const draft = useDraft<Booking>(startBooking(wanted, tomorrow))
  const [step, setStep] = useState(draft.values.place === null ? WHERE : WHAT)
  const [done, setDone] = useState<Omit<BookedProps, 'onAnother'>>()
  if (done)
    return (
      <Booked
        {...done}
        onAnother={() => {
          setDone(undefined)
          setStep(WHERE)
        }}
      />
    )
  return (
    <Page title={texts.title} back={linkTo('jobs')} width="narrow">
      <Stepper steps={texts.steps} current={step} />
      {step > WHERE && (
        <div>
          <Button tone="quiet" icon="chevron-left" onClick={() => setStep(step - 1)}>
            {ui.back}
          </Button>
        </div>
      )}
      {step === WHERE && (
        <WhereStep
          onChoose={(place) => {
            draft.set({ place })
            setStep(WHAT)
          }}
        />
      )}
      {step === WHAT && (
        <WhatStep
          onChoose={(serviceKey) => {
            draft.set({ serviceKey })
            setStep(WHEN)
          }}
        />
      )}
      {step === WHEN && <WhenStep draft={draft} onNext={() => setStep(PRICE)} />}
      {step === PRICE && (
        <PriceStep
          booking={draft.values}
          onBooked={(booked, quote) => {
            setDone({ booked, quote, booking: draft.values })
            draft.reset(startBooking('new', tomorrow))
          }}
        />
      )}
    </Page>
  )
}
