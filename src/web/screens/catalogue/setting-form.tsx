import { useState } from 'react'
import { addDays, dateAt } from '#domain/time.ts'
import { useText } from '#web/text/store.ts'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { DateField, TimeField } from '#web/ui/forms/date-field.tsx'
import { type FieldBinding, useDraft } from '#web/ui/forms/draft.ts'
import { Form, FormRefusal } from '#web/ui/forms/form.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useNow } from '#web/ui/now.ts'
import {
  midnightOf,
  readTyped,
  type SaveSetting,
  type Setting,
  type Typed,
  typedOf,
} from './setting-values.ts'

export function SettingForm({
  setting,
  zone,
  onSave,
}: {
  setting: Setting
  zone: string
  onSave: SaveSetting
}) {
  const { settings: text } = useText().catalogue
  const today = dateAt(useNow(), zone)
  const typed = useDraft<Typed>(typedOf(setting, setting.value))
  const [when, setWhen] = useState<'at_once' | 'on_day'>('at_once')
  const [day, setDay] = useState('')
  const submit = async () => {
    const value = readTyped(setting, typed.values)
    if (value === null) throw new FormRefusal(text.cannotRead, { value: text.cannotRead })
    if (when === 'on_day' && day === '')
      throw new FormRefusal(text.chooseDay, { inForceFrom: text.chooseDay })
    await onSave(value, when === 'on_day' ? midnightOf(day, zone) : null)
    typed.reset(typed.values)
  }
  return (
    <Form onSubmit={submit} submitLabel={text.save}>
      {setting.kind === 'by_year' || setting.kind === 'choice_by_year' ? (
        <YearFields
          setting={setting}
          typed={typed.values}
          onType={typed.set}
          thisYear={Number(today.slice(0, 4))}
        />
      ) : (
        <ValueField setting={setting} {...typed.field('value')} value={typed.values['value'] ?? ''} />
      )}
      <ChipGroup
        label={text.when}
        name="when"
        options={[
          { value: 'at_once', label: text.atOnce },
          { value: 'on_day', label: text.onDay },
        ]}
        value={when}
        onChange={setWhen}
      />
      {when === 'on_day' && (
        <DateField
          label={text.day}
          hint={text.zone(zone)}
          name="inForceFrom"
          min={addDays(today, 1)}
          value={day}
          onChange={setDay}
        />
      )}
    </Form>
  )
}

function ValueField({ setting, ...binding }: { setting: Setting } & FieldBinding<string>) {
  const { catalogue, ui } = useText()
  const { settings: text } = catalogue
  const hint = useHint(setting)
  if (setting.kind === 'time') return <TimeField label={text.value} {...binding} stepMinutes={1} />
  if (setting.kind === 'weekday')
    return (
      <SelectField
        label={text.value}
        {...binding}
        options={ui.weekdays.long.map((label, at) => ({ value: String(at + 1), label }))}
      />
    )
  return <TextField label={text.value} hint={hint} inputMode={modeOf(setting)} {...binding} />
}

/** Dollars and percent are written with a point; other numbers are whole, several with commas between. */
function modeOf({ kind, unit }: Setting): 'decimal' | 'numeric' | 'text' {
  if (kind === 'numbers') return 'text'
  return unit === 'cents' || unit === 'basis_points' ? 'decimal' : 'numeric'
}

function useHint({ kind, unit }: Setting): string {
  const { hints } = useText().catalogue.settings
  return [
    unit === 'cents' ? hints.cents : '',
    unit === 'basis_points' ? hints.basis_points : '',
    kind === 'numbers' ? hints.numbers : '',
  ]
    .filter((hint) => hint !== '')
    .join('. ')
}

/** The years that are set, this one and the next. */
function YearFields({
  setting,
  typed,
  onType,
  thisYear,
}: {
  setting: Setting
  typed: Typed
  onType: (change: Typed) => void
  thisYear: number
}) {
  const { settings: text } = useText().catalogue
  const years = [...new Set([...Object.keys(typed), String(thisYear), String(thisYear + 1)])].sort()
  const choices = [
    { value: '', label: text.yearUnset },
    ...setting.choices.map((value) => ({ value, label: nameOf(text.choices, value) })),
  ]
  return years.map((year) => {
    const binding = {
      name: year === years[0] ? 'value' : `value.${year}`,
      value: typed[year] ?? '',
      onChange: (value: string) => onType({ [year]: value }),
      label: text.year(year),
    }
    return setting.kind === 'choice_by_year' ? (
      <SelectField key={year} {...binding} options={choices} isOptional />
    ) : (
      <TextField key={year} {...binding} hint={text.hints.cents} inputMode="decimal" isOptional />
    )
  })
}

function nameOf(names: Readonly<Record<string, string>>, key: string): string {
  return names[key] ?? key
}
