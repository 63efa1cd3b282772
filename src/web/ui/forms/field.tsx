/**
 * The frame around one field: label, hint, error. Used by every field of the kit; a screen needs it only for a field
 * of its own: `<Field label=… name=…>{(control) => <input {...control} />}</Field>`.
 */
import { type ReactNode, useId } from 'react'
import { useText } from '#web/text/store.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useFieldError } from './form-state.ts'

export type FieldFrame = {
  label: string
  name: string
  hint?: string
  /** An error from elsewhere; the form's own error for this name comes first. */
  error?: string
  isOptional?: boolean
  /** Optional without saying so: searches, filters, and what the form checks by other means. */
  isUnmarked?: boolean
  isLabelHidden?: boolean
}

export type Control = {
  id: string
  name: string
  required: boolean
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

export const inputLook =
  'min-h-(--control) w-full min-w-0 rounded-xl border border-field-line bg-card px-3.5 py-2 text-base text-ink placeholder:text-muted aria-invalid:border-danger aria-invalid:border-2 disabled:opacity-60'

export function Field({ children, ...frame }: FieldFrame & { children: (control: Control) => ReactNode }) {
  const id = useId()
  const { ui } = useText()
  const { label, name, hint, isOptional = false, isLabelHidden, isUnmarked } = frame
  const { error: formError } = useFieldError(name)
  const error = formError ?? frame.error
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-sm font-semibold'}>
        {label}
        {isOptional && !isLabelHidden && !isUnmarked && (
          <span className="font-normal text-muted"> ({ui.optional})</span>
        )}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="-mt-1 text-sm text-muted">
          {hint}
        </p>
      )}
      {children({
        id,
        name,
        required: !isOptional,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm font-medium text-danger">
      <Icon name="warning" size={16} className="mt-0.5" />
      {error}
    </p>
  )
}
