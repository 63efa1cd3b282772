/**
 * Choices as chips. `<ChipGroup label=… options=… {...draft.field('size')} />` picks one,
 * `<MultiChipGroup …/>` several (the value is an array), `<WeekdayPicker label=… value={[1, 4]} …/>` ISO weekdays.
 */
import { type ReactNode, useId } from 'react'
import { WEEKDAYS, type Weekday } from '#domain/time.ts'
import { useText } from '#web/text/store.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import type { FieldBinding } from './draft.ts'
import { FieldError, type FieldFrame } from './field.tsx'
import { useFieldError } from './form-state.ts'

type Chip<Value> = { value: Value; label: string; longLabel?: string; icon?: IconName }
type GroupFrame = Omit<FieldFrame, 'isOptional'>

export function ChipGroup<Value extends string | number>(
  props: GroupFrame & FieldBinding<Value> & { options: readonly Chip<Value>[] },
) {
  const { options, value, onChange, ...frame } = props
  return (
    <ChipFieldset {...frame}>
      {(clear) =>
        options.map((chip) => (
          <ChipInput
            key={chip.value}
            chip={chip}
            type="radio"
            name={frame.name}
            isOn={chip.value === value}
            onToggle={() => {
              clear()
              onChange(chip.value)
            }}
          />
        ))
      }
    </ChipFieldset>
  )
}

export function MultiChipGroup<Value extends string | number>(
  props: GroupFrame & FieldBinding<readonly Value[]> & { options: readonly Chip<Value>[]; isWeek?: boolean },
) {
  const { options, value, onChange, ...frame } = props
  const toggled = (chosen: Value) =>
    options
      .map((chip) => chip.value)
      .filter((option) => (option === chosen ? !value.includes(option) : value.includes(option)))
  return (
    <ChipFieldset {...frame}>
      {(clear) =>
        options.map((chip) => (
          <ChipInput
            key={chip.value}
            chip={chip}
            type="checkbox"
            name={frame.name}
            isOn={value.includes(chip.value)}
            onToggle={() => {
              clear()
              onChange(toggled(chip.value))
            }}
          />
        ))
      }
    </ChipFieldset>
  )
}

export function WeekdayPicker(props: GroupFrame & FieldBinding<readonly Weekday[]>) {
  const { weekdays } = useText().ui
  const options = WEEKDAYS.map((day) => ({
    value: day,
    label: weekdays.short[day - 1]!,
    longLabel: weekdays.long[day - 1]!,
  }))
  return <MultiChipGroup {...props} options={options} isWeek />
}

type ChipFieldsetProps = GroupFrame & {
  /** Seven that stay in one line, as a week does; where letters are large, four and three. */
  isWeek?: boolean
  children: (clear: () => void) => ReactNode
}

function ChipFieldset(props: ChipFieldsetProps) {
  const id = useId()
  const { error: formError, clear } = useFieldError(props.name)
  const error = formError ?? props.error
  return (
    <fieldset
      className="grid gap-1.5"
      data-invalid={error ? true : undefined}
      tabIndex={error ? -1 : undefined}
      aria-describedby={error ? id : undefined}
    >
      <legend className={props.isLabelHidden ? 'sr-only' : 'mb-1.5 text-sm font-semibold'}>
        {props.label}
      </legend>
      {props.hint && <p className="-mt-1 text-sm text-muted">{props.hint}</p>}
      <div className={props.isWeek ? weekLook : 'flex flex-wrap gap-2'}>{props.children(clear)}</div>
      <FieldError id={id} error={error} />
    </fieldset>
  )
}

// By the room that there is, not by the window: a form may stand in a narrow sheet on a wide screen.
const weekLook = 'grid grid-cols-[repeat(7,minmax(0,4rem))] gap-1 crowded:grid-cols-4 *:min-w-0 *:px-0'

type ChipInputProps = {
  chip: Chip<string | number>
  type: 'radio' | 'checkbox'
  name: string
  isOn: boolean
  onToggle: () => void
}

function ChipInput({ chip, type, name, isOn, onToggle }: ChipInputProps) {
  return (
    <label className="relative inline-flex min-h-11 min-w-11 cursor-pointer items-center justify-center gap-1.5 rounded-[calc(var(--spacing)*5.5)] border border-field-line bg-card px-4 py-1.5 text-sm font-medium select-none has-checked:border-accent has-checked:bg-accent has-checked:text-on-accent has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <input
        type={type}
        name={name}
        value={chip.value}
        checked={isOn}
        onChange={onToggle}
        aria-label={chip.longLabel}
        className="absolute inset-0 cursor-pointer appearance-none rounded-full outline-none"
      />
      {chip.icon && <Icon name={chip.icon} size={18} />}
      <span className="inline-block first-letter:uppercase">{chip.label}</span>
    </label>
  )
}
