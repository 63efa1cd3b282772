/**
 * `<Form onSubmit={async () => { await signIn.mutateAsync(draft.values) }} submitLabel={text…}>…fields…</Form>`.
 * It checks required fields, submits once at a time, shows the error's sentence on top and its `fields` under the
 * fields with the same `name` (the shape of ApiError), and focuses the first of them. For a refusal of the screen's
 * own: `throw new FormRefusal(sentence, { email: sentence })`.
 */

import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { fieldsIn, textsIn } from '#contract/outside.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, type Tone } from '#web/ui/button.tsx'
import type { IconName } from '#web/ui/icon.tsx'
import { type FieldErrors, FormContext, findFieldErrors } from './form-state.ts'

export { FormRefusal } from './form-state.ts'

type FormProps = {
  onSubmit: () => Promise<unknown>
  submitLabel: string
  children: ReactNode
  tone?: Tone
  icon?: IconName
  /** Stands beside the submit button: cancel, back. */
  secondary?: ReactNode
  isWide?: boolean
  label?: string
}

export function Form({
  onSubmit,
  submitLabel,
  children,
  tone = 'primary',
  icon,
  secondary,
  isWide,
  label,
}: FormProps) {
  const { ui } = useText()
  const formRef = useRef<HTMLFormElement>(null)
  const isSending = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ sentence: string; at: number }>()
  const [errors, setErrors] = useState<FieldErrors>({})

  const context = useMemo(
    () => ({
      errors,
      isBusy,
      clear: (name: string) => setErrors(({ [name]: _gone, ...rest }) => rest),
    }),
    [errors, isBusy],
  )

  useEffect(() => {
    if (failure) focusFirstInvalid(formRef.current)
  }, [failure])

  const refuse = (sentence: string, fields: FieldErrors) => {
    setErrors(fields)
    setFailure({ sentence, at: performance.now() })
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (isSending.current || !formRef.current) return
    const missing = findFieldErrors(formRef.current, ui.form)
    if (Object.keys(missing).length > 0) return refuse(ui.form.fixFields, missing)
    isSending.current = true
    setBusy(true)
    setErrors({})
    setFailure(undefined)
    try {
      await onSubmit()
    } catch (error) {
      refuse(error instanceof Error && error.message ? error.message : ui.somethingWrong, fieldsOf(error))
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }

  return (
    <FormContext value={context}>
      <form
        ref={formRef}
        noValidate
        aria-label={label}
        onSubmit={(event) => void submit(event)}
        className="grid gap-4"
      >
        {failure && (
          <Banner tone="danger" isAlert>
            {failure.sentence}
          </Banner>
        )}
        {children}
        <div className="flex flex-wrap items-center gap-3 pt-1">
          <Button type="submit" tone={tone} icon={icon} isBusy={isBusy} isWide={isWide}>
            {submitLabel}
          </Button>
          {secondary}
        </div>
      </form>
    </FormContext>
  )
}

function fieldsOf(error: unknown): FieldErrors {
  return textsIn(fieldsIn(error).fields)
}

function focusFirstInvalid(form: HTMLFormElement | null): void {
  const invalid = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')
  const target = invalid ?? form?.querySelector<HTMLElement>('[role="alert"]')
  target?.focus()
  target?.scrollIntoView?.({ block: 'center', behavior: 'smooth' })
}
