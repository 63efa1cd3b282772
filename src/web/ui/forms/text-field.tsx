/**
 * `<TextField label=… {...draft.field('email')} type="email" autoComplete="email" />`; fields are required unless
 * `isOptional`, which the label says unless `isUnmarked`. `<TextArea …/>` for several lines. `value` and `onChange` speak plain text.
 */
import type { ComponentPropsWithRef } from 'react'
import type { FieldBinding } from './draft.ts'
import { Field, type FieldFrame, inputLook } from './field.tsx'
import { useFieldError } from './form-state.ts'

type Passed<Tag extends 'input' | 'textarea'> = Omit<
  ComponentPropsWithRef<Tag>,
  'value' | 'onChange' | 'name' | 'id' | 'className' | 'required' | 'aria-invalid' | 'aria-describedby'
>

type TextFieldProps = FieldFrame & FieldBinding<string> & Passed<'input'>

export function TextField({
  label,
  hint,
  error,
  isOptional,
  isLabelHidden,
  isUnmarked,
  name,
  value,
  onChange,
  ...rest
}: TextFieldProps) {
  const { clear } = useFieldError(name)
  return (
    <Field {...{ label, hint, error, isOptional, isLabelHidden, isUnmarked, name }}>
      {(control) => (
        <input
          type="text"
          {...rest}
          {...control}
          value={value}
          onChange={(event) => {
            clear()
            onChange(event.target.value)
          }}
          className={inputLook}
        />
      )}
    </Field>
  )
}

type TextAreaProps = FieldFrame & FieldBinding<string> & Passed<'textarea'>

export function TextArea({
  label,
  hint,
  error,
  isOptional,
  isLabelHidden,
  name,
  value,
  onChange,
  ...rest
}: TextAreaProps) {
  const { clear } = useFieldError(name)
  return (
    <Field {...{ label, hint, error, isOptional, isLabelHidden, name }}>
      {(control) => (
        <textarea
          rows={3}
          {...rest}
          {...control}
          value={value}
          onChange={(event) => {
            clear()
            onChange(event.target.value)
          }}
          className={inputLook}
        />
      )}
    </Field>
  )
}
