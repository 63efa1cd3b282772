/** Rates for every service from a day on, in percent by authority. */
import { areSameRates, MOST_TAX_BASIS_POINTS, TAX_PARTS, type TaxPart } from '#domain/settings/tax-rates.ts'
import { addDays, formatInstant, instantAt, localDate, localTime } from '#domain/time.ts'
import { ApiError } from '#web/api.ts'
import { readPercent } from '#web/money/percent.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { DateField } from '#web/ui/forms/date-field.tsx'
import { type Draft, useDraft } from '#web/ui/forms/draft.ts'
import { Form, FormRefusal } from '#web/ui/forms/form.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { type Rates, type ServiceRates, wholeRateOf } from './describe-rate.ts'
import { useSaveRates } from './save-rates.ts'

/** What was typed, by field; `bins.state` is what the state levies on bins. */
type Typed = Record<string, string>
type Service = Rates['services'][number]

export function RatesForm({ rates, onClose }: { rates: Rates; onClose: () => void }) {
  const { rates: texts } = useText().taxDesk
  const format = useFormat()
  const draft = useDraft<Typed>(typedOf(rates))
  const save = useSaveRates(rates)
  const submit = async () => {
    const wanted = readTyped(draft.values, rates, {
      notPercent: texts.notPercent,
      tooMuch: texts.tooMuch(format.percent(MOST_TAX_BASIS_POINTS)),
    })
    if (isSameAs(rates, wanted)) throw new FormRefusal(texts.same)
    await save(wanted, rates, dayBegins(draft.values['from'] ?? '', rates, texts.past)).catch(atItsField)
    draft.reset(draft.values)
    showToast(texts.saved)
    onClose()
  }
  return (
    <Card title={texts.formTitle}>
      <Form
        onSubmit={submit}
        submitLabel={texts.save}
        secondary={
          <Button tone="quiet" onClick={onClose}>
            {texts.cancel}
          </Button>
        }
      >
        <p className="text-muted">{texts.formHint}</p>
        <div className="grid gap-4 sm:max-w-sm">
          <DateField
            label={texts.from}
            hint={texts.fromHint}
            isOptional
            isUnmarked
            min={addDays(rates.today, 1)}
            {...draft.field('from')}
          />
        </div>
        <div className="grid divide-y divide-line border-y border-line">
          {rates.services.map((service) => (
            <ServiceRow key={service.key} service={service} draft={draft} />
          ))}
        </div>
        <div className="sm:max-w-sm">
          <TextField label={texts.others} inputMode="decimal" {...draft.field('others')} />
        </div>
      </Form>
    </Card>
  )
}

function ServiceRow({ service, draft }: { service: Service; draft: Draft<Typed> }) {
  const { rates: texts, sales } = useText().taxDesk
  const format = useFormat()
  const typed = TAX_PARTS.map((part) => draft.values[fieldOf(service.key, part)] ?? '')
  const isEmpty = typed.every((each) => each.trim() === '')
  const whole = typed.reduce((sum, each) => sum + (readPercent(each) ?? 0), 0)
  return (
    <fieldset className="grid min-w-0 gap-2 py-3 lg:grid-cols-[14rem_1fr] lg:items-start lg:gap-4">
      <legend className="contents">
        <span className="grid content-start lg:pt-6">
          <span className="font-medium">{service.name}</span>
          <span className="text-sm text-muted">
            {isEmpty ? texts.asOthers : whole === 0 ? texts.untaxed : texts.together(format.percent(whole))}
          </span>
        </span>
      </legend>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {TAX_PARTS.map((part) => (
          <TextField
            key={part}
            label={sales.parts[part]}
            inputMode="decimal"
            isOptional
            isUnmarked
            {...draft.field(fieldOf(service.key, part))}
          />
        ))}
      </div>
    </fieldset>
  )
}

function fieldOf(serviceKey: string, part: TaxPart): string {
  return `${serviceKey}.${part}`
}

function isSameAs(held: Rates, wanted: Pick<Rates, 'byService' | 'otherBasisPoints'>): boolean {
  return wanted.otherBasisPoints === held.otherBasisPoints && areSameRates(wanted.byService, held.byService)
}

function typedOf({ services, byService, otherBasisPoints }: Rates): Typed {
  const rows = services.flatMap(({ key }) =>
    TAX_PARTS.map((part) => {
      const own = byService[key]
      return [fieldOf(key, part), own === undefined ? '' : percentOf(own[part])]
    }),
  )
  return { ...Object.fromEntries(rows), others: percentOf(otherBasisPoints), from: '' }
}

function percentOf(basisPoints: number): string {
  return `${basisPoints / 100}`
}

/** Throws FormRefusal that names every field that is wrong. */
function readTyped(
  typed: Typed,
  { services, byService }: Rates,
  words: { readonly notPercent: string; readonly tooMuch: string },
) {
  const faults: Record<string, string> = {}
  const read = (field: string): number => {
    const basisPoints = readPercent(typed[field] || '0')
    if (basisPoints === null) faults[field] = words.notPercent
    return basisPoints ?? 0
  }
  // Rates of services that are sold no more stay as they are.
  const wanted: Record<string, ServiceRates> = { ...byService }
  for (const { key } of services) {
    const fields = TAX_PARTS.map((part) => fieldOf(key, part))
    const [state = 0, county = 0, city = 0, district = 0] = fields.map(read)
    const own = { state, county, city, district }
    if (fields.every((field) => (typed[field] ?? '').trim() === '')) delete wanted[key]
    else if (wholeRateOf(own) > MOST_TAX_BASIS_POINTS) faults[fieldOf(key, 'state')] = words.tooMuch
    else wanted[key] = own
  }
  const otherBasisPoints = read('others')
  if (otherBasisPoints > MOST_TAX_BASIS_POINTS) faults['others'] = words.tooMuch
  const [first] = Object.values(faults)
  if (first !== undefined) throw new FormRefusal(first, faults)
  return { byService: wanted, otherBasisPoints }
}

/** Midnight in the market; null is at once. */
function dayBegins(typed: string, { today, zone }: Rates, past: string): string | null {
  if (typed === '') return null
  if (typed <= today) throw new FormRefusal(past, { from: past })
  return formatInstant(instantAt(localDate(typed), localTime('00:00'), zone))
}

/** The server names the fields of a setting; here they are those of the form. */
function atItsField(error: unknown): never {
  if (!(error instanceof ApiError)) throw error
  const { value, inForceFrom } = error.fields
  if (inForceFrom !== undefined) throw new FormRefusal(inForceFrom, { from: inForceFrom })
  throw value === undefined ? error : new FormRefusal(value)
}
