/** Books weekly work at a place for its customer, with the price that the customer would see. */
import { addDays, dateAt, type Weekday } from '#domain/time.ts'
import { type Reply, useAction, useEndpoint } from '#web/api.ts'
import { useServices } from '#web/jobs/services.ts'
import { readWindow, type WindowDraft, WindowFields, windowDraft } from '#web/jobs/window-fields.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { DateField } from '#web/ui/forms/date-field.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { NumberStepper } from '#web/ui/forms/number-stepper.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { useNow } from '#web/ui/now.ts'
import { roundToDollar } from '#domain/schedule/rhythm-amounts.ts'
import {
  EVERY_WEEK_DRAFT,
  isPlain,
  type RhythmDraft,
  readRhythm,
  weekdaysOf,
} from '#web/jobs/rhythm-draft.ts'
import { RhythmFields } from '#web/jobs/rhythm-fields.tsx'

type Place = Reply<'GET /api/operator-place'>
type Draft = WindowDraft &
  RhythmDraft & {
    serviceKey: string
    weekdays: readonly Weekday[]
    quantity: number
    startsOn: string
  }

export function BookDialog({ place, onClose }: { place: Place; onClose: () => void }) {
  const { workDesk, customer } = useText()
  const { place: texts } = workDesk
  const services = useServices()
  const catalogue = (useEndpoint('GET /api/services').data ?? []).filter((service) => service.isOffered)
  const tomorrow = addDays(dateAt(useNow(), place.timeZone), 1)
  const book = useAction('POST /api/book-weekly-jobs')
  const draft = useDraft<Draft>({
    serviceKey: '',
    weekdays: [],
    ...EVERY_WEEK_DRAFT,
    quantity: 1,
    startsOn: tomorrow,
    ...windowDraft(null, null),
  })
  const { values } = draft
  const serviceKey = values.serviceKey || (catalogue[0]?.key ?? '')
  const window = readWindow(values)
  const body = {
    items: [
      {
        propertyIds: [place.id],
        serviceKey,
        weekdays: weekdaysOf(values),
        ...(isPlain(values) ? {} : { rhythm: readRhythm(values) }),
        quantity: values.quantity,
        windowStart: window?.start ?? null,
        windowEnd: window?.end ?? null,
      },
    ],
    startsOn: values.startsOn,
  }
  const submit = async () => {
    await book.mutateAsync({ body })
    draft.reset()
    showToast(texts.booked(place.customer.name))
    onClose()
  }
  return (
    <Dialog title={texts.bookTitle(place.name)} isOpen onClose={onClose}>
      <Form onSubmit={submit} submitLabel={texts.book} isWide>
        <SelectField
          label={texts.service}
          options={catalogue.map(({ key }) => ({ value: key, label: services.name(key) }))}
          {...draft.field('serviceKey')}
          value={serviceKey}
        />
        <RhythmFields draft={draft} />
        <WindowFields draft={draft} />
        <NumberStepper
          label={customer.book.howMany(services.unit(serviceKey))}
          min={1}
          max={1_000}
          {...draft.field('quantity')}
        />
        <DateField label={texts.startsOn} min={tomorrow} {...draft.field('startsOn')} />
        <Price
          body={body}
          isEnabled={serviceKey !== '' && weekdaysOf(values).length > 0 && values.startsOn !== ''}
        />
      </Form>
    </Dialog>
  )
}

type PriceProps = { body: Parameters<typeof useQuote>[0]; isEnabled: boolean }

function Price({ body, isEnabled }: PriceProps) {
  const { workDesk, customer } = useText()
  const { place: texts } = workDesk
  const isWeekly = body.items[0]?.rhythm === undefined
  const format = useFormat()
  const { data } = useQuote(body, isEnabled)
  return data === undefined ? null : (
    <Banner>
      {isWeekly
        ? texts.perWeek(format.money(data.perWeekCents))
        : customer.perMonth(format.money(roundToDollar(data.perMonthCents)))}
    </Banner>
  )
}

function useQuote(
  body: {
    items: {
      propertyIds: string[]
      serviceKey: string
      weekdays: Weekday[]
      rhythm?: ReturnType<typeof readRhythm>
      quantity: number
      windowStart: string | null
      windowEnd: string | null
    }[]
    startsOn: string
  },
  isEnabled: boolean,
) {
  return useEndpoint('POST /api/get-quote', { body }, { isEnabled })
}
