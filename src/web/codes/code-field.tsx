/** Six digits, filled in by the phone, pasted or typed; the form is sent with the last of them. */
import { useEffect, useRef } from 'react'
import { CODE_DIGITS, codeIn } from '#domain/accounts/sign-in-code.ts'
import type { FieldBinding } from '#web/ui/forms/draft.ts'
import { Field, type FieldFrame, inputLook } from '#web/ui/forms/field.tsx'
import { useFieldError } from '#web/ui/forms/form-state.ts'

export function CodeField({ value, onChange, ...frame }: FieldFrame & FieldBinding<string>) {
  const input = useRef<HTMLInputElement>(null)
  const { clear } = useFieldError(frame.name)
  useEffect(() => input.current?.focus(), [])
  useEffect(() => {
    if (value.length === CODE_DIGITS) input.current?.form?.requestSubmit()
  }, [value])
  return (
    <Field {...frame}>
      {(control) => (
        <input
          {...control}
          ref={input}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          minLength={CODE_DIGITS}
          value={value}
          onChange={(event) => {
            clear()
            onChange(codeIn(event.target.value))
          }}
          className={`${inputLook} nums text-center text-2xl tracking-[0.4em]`}
        />
      )}
    </Field>
  )
}
