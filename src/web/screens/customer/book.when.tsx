import { apartmentsToBook } from '#domain/complexes/apartments.ts'
import { DEFAULT_TIME_ZONE, dateAt } from '#domain/time.ts'
import { useEndpoint } from '#web/api.ts'
import { weekdaysOf } from '#web/jobs/rhythm-draft.ts'
import { RhythmFields } from '#web/jobs/rhythm-fields.tsx'
import { useServices } from '#web/jobs/services.ts'
import { WindowFields } from '#web/jobs/window-fields.tsx'
import { useUser } from '#web/session/user.ts'
import type { KeptDraft } from '#web/steps/use-kept-draft.ts'
import { useText } from '#web/text/store.ts'
import { DateField } from '#web/ui/forms/date-field.tsx'
import { Form, FormRefusal } from '#web/ui/forms/form.tsx'
import { NumberStepper } from '#web/ui/forms/number-stepper.tsx'
import { TextArea } from '#web/ui/forms/text-field.tsx'
import { useNow } from '#web/ui/now.ts'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import type { Booking } from './book.booking.ts'

type WhenStepProps = { draft: KeptDraft<Booking>; onNext: (quantity: number) => void }

export function WhenStep({ draft, onNext }: WhenStepProps) {
  const { customer, ui } = useText()
  const texts = customer.book
  const services = useServices()
  const complexes = useEndpoint('POST /api/get-complexes', { body: {} })
  const { place, serviceKey } = draft.values
  const complex = complexes.data?.find(
    ({ propertyId }) => place?.kind === 'property' && propertyId === place.id,
  )
  const apartments = apartmentsToBook(serviceKey, complex?.units ?? null)
  const zone = useUser()?.time_zone ?? DEFAULT_TIME_ZONE
  const today = dateAt(useNow(), zone)
  const submit = async () => {
    const { windowKind, windowStart, windowEnd } = draft.values
    if (weekdaysOf(draft.values).length === 0)
      throw new FormRefusal(ui.form.fixFields, { weekdays: ui.form.required })
    if (windowKind === 'own' && windowEnd <= windowStart)
      throw new FormRefusal(ui.form.fixFields, { windowEnd: texts.endAfterStart })
    onNext(apartments ?? draft.values.quantity)
  }
  if (complexes.isPending) return <SkeletonCard rows={5} />
  return (
    <Form onSubmit={submit} submitLabel={texts.seePrice} icon="arrow-right" isWide>
      <RhythmFields draft={draft} />
      {apartments === null ? (
        <NumberStepper
          label={texts.howMany(services.unit(draft.values.serviceKey))}
          min={1}
          max={1_000}
          {...draft.field('quantity')}
        />
      ) : (
        <p>
          <span className="block text-sm text-muted">{texts.allApartments}</span>
          <span className="nums font-semibold">
            {customer.quantity(apartments, services.unit(draft.values.serviceKey))}
          </span>
        </p>
      )}
      <WindowFields draft={draft} />
      <DateField label={texts.startsOn} min={today} {...draft.field('startsOn')} />
      <TextArea
        label={texts.notes}
        hint={texts.notesHint}
        isOptional
        maxLength={1_000}
        {...draft.field('notes')}
      />
    </Form>
  )
}
