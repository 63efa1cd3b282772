/** `<PasswordField label=… autoComplete="current-password" {...draft.field('password')} />`, with show and hide. */
import { useState } from 'react'
import { useText } from '#web/text/store.ts'
import { IconButton } from '#web/ui/button.tsx'
import type { FieldBinding } from './draft.ts'
import { Field, type FieldFrame, inputLook } from './field.tsx'
import { useFieldError } from './form-state.ts'

type PasswordFieldProps = FieldFrame &
  FieldBinding<string> & { autoComplete: 'current-password' | 'new-password'; minLength?: number }

export function PasswordField({ value, onChange, autoComplete, minLength, ...frame }: PasswordFieldProps) {
  const { ui } = useText()
  const { clear } = useFieldError(frame.name)
  const [isShown, setShown] = useState(false)
  return (
    <Field {...frame}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            type={isShown ? 'text' : 'password'}
            autoComplete={autoComplete}
            minLength={minLength}
            autoCapitalize="none"
            spellCheck={false}
            value={value}
            onChange={(event) => {
              clear()
              onChange(event.target.value)
            }}
            className={`${inputLook} pr-12`}
          />
          <span className="absolute inset-y-0 right-0 flex items-center">
            <IconButton
              icon={isShown ? 'eye-off' : 'eye'}
              label={isShown ? ui.password.hide : ui.password.show}
              aria-pressed={isShown}
              onClick={() => setShown(!isShown)}
            />
          </span>
        </div>
      )}
    </Field>
  )
}
