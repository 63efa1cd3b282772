import { addDays, type LocalDate, type Weekday } from '#domain/time.ts'
import { WindowFields } from '#web/jobs/window-fields.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ChipGroup, WeekdayPicker } from '#web/ui/forms/chip-group.tsx'
import { DateField } from '#web/ui/forms/date-field.tsx'
import type { Draft } from '#web/ui/forms/draft.ts'
import { NumberStepper } from '#web/ui/forms/number-stepper.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { CrewFields } from './crew-fields.tsx'
import { type BulkDraft, type BulkKind, KINDS, weeksFrom } from './bulk-draft.ts'

/** What is to be done, and what has to be known for it. */
export function BulkFields({ draft, today }: { draft: Draft<BulkDraft>; today: LocalDate }) {
  const { bulk: texts } = useText().weeklyList
  const { customer } = useText()
  const format = useFormat()
  const { kind, from } = draft.values
  const pickWeekdays = (weekdays: readonly Weekday[]) => draft.set({ weekdays })
  return (
    <>
      <ChipGroup<BulkKind>
        label={texts.what}
        {...draft.field('kind')}
        options={KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
      />
      {kind === 'skip' && (
        <>
          <SelectField
            label={texts.week}
            {...draft.field('week')}
            options={weeksFrom(today).map((monday) => ({
              value: monday,
              label: format.dateRange(monday, addDays(monday, 6)),
            }))}
          />
          <WeekdayPicker
            label={texts.onlyWeekdays}
            hint={texts.onlyWeekdaysHint}
            name="change.weekdays"
            value={draft.values.weekdays}
            onChange={pickWeekdays}
          />
        </>
      )}
      {kind === 'weekdays' && (
        <WeekdayPicker
          label={texts.newWeekdays}
          name="change.weekdays"
          value={draft.values.weekdays}
          onChange={pickWeekdays}
        />
      )}
      {kind === 'window' && <WindowFields draft={draft} />}
      {kind === 'quantity' && (
        <NumberStepper label={texts.quantity} min={1} max={1_000} {...draft.field('quantity')} />
      )}
      {kind === 'crews' && <CrewFields draft={draft} />}
      {kind === 'cancel' && <Banner tone="warn">{texts.cancelHint}</Banner>}
      {kind !== 'skip' && kind !== 'crews' && kind !== 'cancel' && (
        <DateField
          label={kind === 'pause' ? customer.weekly.pauseFrom : customer.weekly.changeFrom}
          min={today}
          {...draft.field('from')}
          name="change.from"
        />
      )}
      {kind === 'pause' && (
        <DateField
          label={customer.weekly.pauseTo}
          hint={customer.weekly.pauseToHint}
          min={from}
          isOptional
          {...draft.field('to')}
          name="change.to"
        />
      )}
    </>
  )
}
