/**
 * The global modal prompt (seed §2), on every page: `const values = await openPrompt({ title, inputs: [{ name, label }],
 * submitLabel })` waits; submitting gives the values by name, closing gives undefined. `confirmPrompt({ title, body,
 * submitLabel, isDanger })` has no inputs and gives true or false. `onSubmit` may do work (and fail) before it closes. `<Prompt />` is mounted once by the shell.
 */
import { useSyncExternalStore } from 'react'
import { useText } from '#web/text/store.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { type Draft, useDraft } from './draft.ts'
import { Form } from './form.tsx'
import { PasswordField } from './password-field.tsx'
import { TextArea, TextField } from './text-field.tsx'

export type PromptInput = {
  name: string
  label: string
  hint?: string
  value?: string
  kind?: 'text' | 'email' | 'number' | 'date' | 'time' | 'long' | 'password'
  isOptional?: boolean
}
export type PromptQuestion = {
  title: string
  body?: string
  inputs?: readonly PromptInput[]
  submitLabel: string
  isDanger?: boolean
  /** Work to do before closing; when it fails the prompt stays and shows why. */
  onSubmit?: (values: PromptValues) => Promise<unknown>
}
export type PromptValues = Record<string, string>

type OpenPrompt = { id: number; question: PromptQuestion; answer: (values?: PromptValues) => void }
let open: OpenPrompt | undefined
let lastId = 0
const listeners = new Set<() => void>()

/** Opens the prompt; a prompt still open is closed first, with no value. */
export function openPrompt(question: PromptQuestion): Promise<PromptValues | undefined> {
  open?.answer()
  return new Promise((resolve) => {
    lastId += 1
    const answer = (values?: PromptValues) => {
      publish(undefined)
      resolve(values)
    }
    publish({ id: lastId, question, answer })
  })
}

export async function confirmPrompt(question: Omit<PromptQuestion, 'inputs'>): Promise<boolean> {
  return (await openPrompt(question)) !== undefined
}

export function Prompt() {
  const shown = useSyncExternalStore(subscribe, () => open)
  return shown ? <PromptDialog key={shown.id} {...shown} /> : null
}

function PromptDialog({ question, answer }: OpenPrompt) {
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
        secondary={<Button onClick={() => answer()}>{ui.cancel}</Button>}
        onSubmit={async () => {
          await question.onSubmit?.(draft.values)
          answer(draft.values)
        }}
      >
        {inputs.map((input) => (
          <InputOfKind key={input.name} input={input} draft={draft} />
        ))}
      </Form>
    </Dialog>
  )
}

function InputOfKind({ input, draft }: { input: PromptInput; draft: Draft<PromptValues> }) {
  const { kind = 'text', value: _first, ...frame } = input
  const { value, ...binding } = draft.field(input.name)
  const field = { ...frame, ...binding, value: value ?? '' }
  if (kind === 'long') return <TextArea {...field} />
  if (kind === 'password') return <PasswordField autoComplete="current-password" {...field} />
  return <TextField type={kind} {...field} />
}

function publish(next: OpenPrompt | undefined): void {
  open = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
