/** `<SelectField label=… options={[{ value, label }]} {...draft.field('service')} />`. */

import { Icon } from '#web/ui/icon.tsx'
import type { FieldBinding } from './draft.ts'
import { Field, type FieldFrame, inputLook } from './field.tsx'
import { useFieldError } from './form-state.ts'

type Option<Value extends string = string> = { value: Value; label: string }

type SelectFieldProps<Value extends string> = FieldFrame &
  FieldBinding<Value> & { options: readonly Option<Value>[]; isDisabled?: boolean }

export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { options, value, onChange, isDisabled, ...frame } = props
  const { clear } = useFieldError(frame.name)
  return (
    <Field {...frame}>
      {(control) => (
        <div className="relative">
          <select
            {...control}
            value={value}
            disabled={isDisabled}
            onChange={(event) => {
              clear()
              const chosen = options.find((option) => option.value === event.target.value)
              if (chosen) onChange(chosen.value)
            }}
            className={`${inputLook} appearance-none pr-10`}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon
            name="chevron-down"
            size={18}
            className="pointer-events-none absolute top-3.5 right-3 text-muted"
          />
        </div>
      )}
    </Field>
  )
}
