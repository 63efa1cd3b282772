/** When, how much, and what the crew should know and see. */
import { lazy, Suspense } from 'react'
import { addDays, DEFAULT_TIME_ZONE, dateAt } from '#domain/time.ts'
import { loadChunk } from '#web/builds/chunk-reload.ts'
import { useServices } from '#web/jobs/services.ts'
import { useUser } from '#web/session/user.ts'
import { useText } from '#web/text/store.ts'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { DateField, TimeField } from '#web/ui/forms/date-field.tsx'
import { Form, FormRefusal } from '#web/ui/forms/form.tsx'
import { NumberStepper } from '#web/ui/forms/number-stepper.tsx'
import { TextArea } from '#web/ui/forms/text-field.tsx'
import { useNow } from '#web/ui/now.ts'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { whenOf } from './order-draft.ts'
import { OrderPhotos } from './order-photos.tsx'
import type { StepProps } from './where-step.tsx'

/** Both come a moment later: the screen is at its budget. */
const VolumeField = lazy(() =>
  loadChunk(async () => ({ default: (await import('./volume-field.tsx')).VolumeField })),
)
const WhenOffer = lazy(() =>
  loadChunk(async () => ({ default: (await import('./when-offer.tsx')).WhenOffer })),
)
const HAUL_AWAY = 'haul_away'

/** As settings: the server refuses later days by name. */
const DAYS_AHEAD = 6

export function WhenStep({ order, onNext }: StepProps) {
  const { ondemand, customer, ui } = useText()
  const texts = ondemand.when
  const services = useServices()
  const zone = useUser()?.time_zone ?? DEFAULT_TIME_ZONE
  const today = dateAt(useNow(), zone)
  const { draft, set } = order
  const submit = async () => {
    if (draft.whenKind === 'window' && draft.until <= draft.from)
      throw new FormRefusal(ui.form.fixFields, { until: customer.book.endAfterStart })
    onNext()
  }
  return (
    <Form onSubmit={submit} submitLabel={texts.next} icon="arrow-right" isWide>
      <ChipGroup<'now' | 'window'>
        label={texts.title}
        name="whenKind"
        value={draft.whenKind}
        onChange={(whenKind) => set({ whenKind })}
        options={[
          { value: 'now', label: texts.now },
          { value: 'window', label: texts.window },
        ]}
      />
      {draft.whenKind === 'now' ? (
        <p className="text-muted">{texts.nowHint}</p>
      ) : (
        <>
          <DateField
            label={texts.day}
            name="date"
            min={today}
            max={addDays(today, DAYS_AHEAD)}
            value={draft.date}
            onChange={(date) => set({ date })}
          />
          <div className="grid cols-pair gap-4">
            <TimeField label={texts.from} name="from" value={draft.from} onChange={(from) => set({ from })} />
            <TimeField
              label={texts.until}
              name="until"
              value={draft.until}
              onChange={(until) => set({ until })}
            />
          </div>
        </>
      )}
      {draft.serviceKey === HAUL_AWAY && draft.place !== null ? (
        <Suspense fallback={<SkeletonCard rows={5} />}>
          <VolumeField
            serviceKey={draft.serviceKey}
            place={draft.place}
            value={draft.quantity}
            onChange={(quantity) => set({ quantity })}
          />
        </Suspense>
      ) : (
        <NumberStepper
          label={texts.howMany(services.unit(draft.serviceKey))}
          name="quantity"
          min={1}
          max={1_000}
          value={draft.quantity}
          onChange={(quantity) => set({ quantity })}
        />
      )}
      <TextArea
        label={texts.notes}
        hint={texts.notesHint}
        name="notes"
        isOptional
        maxLength={2_000}
        value={draft.notes}
        onChange={(notes) => set({ notes })}
      />
      <OrderPhotos order={order} />
      <Suspense fallback={null}>
        <WhenOffer
          order={draft}
          when={whenOf(draft)}
          today={today}
          onTake={(date) => set({ whenKind: 'window', date, from: '09:00', until: '12:00' })}
        />
      </Suspense>
    </Form>
  )
}
