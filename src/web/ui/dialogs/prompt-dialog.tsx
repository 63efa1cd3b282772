/** How the global prompt looks; screens use prompt.ts. */
import { useState } from 'react'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { type Draft, useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { TextArea, TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from './dialog.tsx'
import type { OpenPrompt, PromptInput, PromptQuestion, PromptValues } from './prompt.ts'

export function PromptDialog({ question, answer }: OpenPrompt) {
  const { ui } = useText()
  const inputs = question.inputs ?? []
  const draft = useDraft<PromptValues>(
    Object.fromEntries(inputs.map((input) => [input.name, input.value ?? ''])),
  )
  return (
    <Dialog title={question.title} isOpen onClose={() => answer()}>
      {question.body && <p className="pb-4 whitespace-pre-line text-muted">{question.body}</p>}
      <Form
        submitLabel={question.submitLabel}
        tone={question.isDanger ? 'danger' : 'primary'}
        secondary={<Button onClick={() => answer()}>{question.keepLabel ?? ui.cancel}</Button>}
        onSubmit={async () => {
          await question.onSubmit?.(draft.values)
          answer(draft.values)
        }}
      >
        {inputs.map((input) => (
          <InputOfKind key={input.name} input={input} draft={draft} />
        ))}
      </Form>
      {question.otherWay && <OtherWay {...question.otherWay} onDone={() => answer()} />}
    </Dialog>
  )
}

type OtherWayProps = NonNullable<PromptQuestion['otherWay']> & { onDone: () => void }

function OtherWay({ label, onChoose, onDone }: OtherWayProps) {
  const [isBusy, setIsBusy] = useState(false)
  const choose = async () => {
    setIsBusy(true)
    if (await onChoose()) onDone()
    else setIsBusy(false)
  }
  return (
    <p className="pt-3 text-center">
      <Button tone="quiet" isBusy={isBusy} onClick={() => void choose()}>
        {label}
      </Button>
    </p>
  )
}

function InputOfKind({ input, draft }: { input: PromptInput; draft: Draft<PromptValues> }) {
  const { kind = 'text', value: _first, ...frame } = input
  const { value, ...binding } = draft.field(input.name)
  const field = { ...frame, ...binding, value: value ?? '' }
  if (kind === 'long') return <TextArea {...field} />
  if (kind === 'password') return <PasswordField autoComplete="current-password" {...field} />
  if (kind === 'code') return <TextField inputMode="numeric" autoComplete="one-time-code" {...field} />
  return <TextField type={kind} {...field} />
}
