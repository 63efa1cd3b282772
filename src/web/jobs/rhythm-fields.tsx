/** How often, on which days, and in which part of the year. */
import { isYearDay, MONTH_NTHS, type YearDay } from '#domain/schedule/rhythm.ts'
import { yearDayText } from '#domain/schedule/rhythm-texts.ts'
import { addDays, addMonths, localDate, type Weekday } from '#domain/time.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { ChipGroup, WeekdayPicker } from '#web/ui/forms/chip-group.tsx'
import type { Draft } from '#web/ui/forms/draft.ts'
import { NumberStepper } from '#web/ui/forms/number-stepper.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { REPEATS, type RhythmDraft } from './rhythm-draft.ts'

type Values = RhythmDraft & { weekdays: readonly Weekday[] }
type RhythmFieldsProps = { draft: Pick<Draft<Values>, 'values' | 'set'> }

export function RhythmFields({ draft }: RhythmFieldsProps) {
  const { book } = useText().customer
  const texts = book.rhythm
  const { repeat, dayOfMonth, nth, weekdays } = draft.values
  const { set } = draft
  return (
    <>
      <SelectField
        label={texts.label}
        name="rhythm"
        value={repeat}
        onChange={(chosen) => set({ repeat: chosen })}
        options={REPEATS.map((value) => ({ value, label: texts.repeats[value] }))}
      />
      {repeat === 'month_day' && (
        <NumberStepper
          label={texts.dayOfMonth}
          hint={texts.shortMonths}
          name="dayOfMonth"
          min={1}
          max={31}
          value={dayOfMonth}
          onChange={(day) => set({ dayOfMonth: day })}
        />
      )}
      {repeat === 'month_weekday' && (
        <ChipGroup
          label={texts.nth}
          name="nth"
          value={nth}
          onChange={(chosen) => set({ nth: chosen })}
          options={MONTH_NTHS.map((value) => ({ value, label: texts.nths[value] }))}
        />
      )}
      {repeat !== 'month_day' && (
        <WeekdayPicker
          label={book.weekdays}
          name="weekdays"
          value={weekdays}
          onChange={(chosen) => set({ weekdays: chosen })}
        />
      )}
      <SeasonFields draft={draft} />
    </>
  )
}

function SeasonFields({ draft }: RhythmFieldsProps) {
  const texts = useText().customer.book.rhythm
  const language = useLanguage()
  const { isSeasonal, seasonFrom, seasonTo } = draft.values
  const { set } = draft
  const options = (days: readonly YearDay[], chosen: YearDay) =>
    [...new Set([...days, chosen])].sort().map((value) => ({ value, label: yearDayText(value, language) }))
  return (
    <>
      <ChipGroup
        label={texts.season}
        name="season"
        value={isSeasonal}
        onChange={(chosen) => set({ isSeasonal: chosen })}
        options={[
          { value: 'no', label: texts.allYear },
          { value: 'yes', label: texts.partOfYear },
        ]}
      />
      {isSeasonal === 'yes' && (
        <div className="grid grid-cols-2 gap-4">
          <SelectField
            label={texts.seasonFrom}
            name="seasonFrom"
            value={seasonFrom}
            onChange={(day) => set({ seasonFrom: day })}
            options={options(FIRST_DAYS, seasonFrom)}
          />
          <SelectField
            label={texts.seasonTo}
            name="seasonTo"
            value={seasonTo}
            onChange={(day) => set({ seasonTo: day })}
            options={options(LAST_DAYS, seasonTo)}
          />
        </div>
      )}
    </>
  )
}

const MONTHS = Array.from({ length: 12 }, (_, month) => addMonths(localDate('2027-01-01'), month))
const FIRST_DAYS = MONTHS.map((first) => first.slice(5)).filter(isYearDay)
/** In a leap year February's 28th is not its last day, and nobody’s season hangs on it. */
const LAST_DAYS = MONTHS.map((first) => addDays(addMonths(first, 1), -1).slice(5)).filter(isYearDay)
