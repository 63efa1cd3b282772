/** `<CheckboxField label=… {...draft.field('isAgreed')} />`: one yes or no; not required unless `isRequired`. */
import { type ReactNode, useId } from 'react'
import type { FieldBinding } from './draft.ts'
import { FieldError } from './field.tsx'
import { useFieldError } from './form-state.ts'

type CheckboxFieldProps = FieldBinding<boolean> & {
  label: ReactNode
  hint?: string
  isRequired?: boolean
  isDisabled?: boolean
}

export function CheckboxField({
  label,
  hint,
  isRequired = false,
  isDisabled,
  name,
  value,
  onChange,
}: CheckboxFieldProps) {
  const id = useId()
  const { error, clear } = useFieldError(name)
  return (
    <div>
      <label htmlFor={id} className="flex min-h-11 items-start gap-3 py-2.5">
        <input
          id={id}
          name={name}
          type="checkbox"
          required={isRequired}
          disabled={isDisabled}
          checked={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => {
            clear()
            onChange(event.target.checked)
          }}
          className="mt-0.5 size-5 shrink-0 accent-accent"
        />
        <span>
          <span className="font-medium">{label}</span>
          {hint && <span className="block text-sm text-muted">{hint}</span>}
        </span>
      </label>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}
