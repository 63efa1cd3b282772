/**
 * The global modal prompt (seed §2), on every page: `const values = await openPrompt({ title, inputs: [{ name, label }],
 * submitLabel })` waits; submitting gives the values by name, closing gives undefined. `confirmPrompt({ title, body,
 * submitLabel, isDanger })` has no inputs and gives true or false. `onSubmit` may do work (and fail) before it closes.
 * What it looks like is in prompt-dialog.tsx, downloaded when the first prompt opens.
 */
import { useSyncExternalStore } from 'react'

export type PromptInput = {
  name: string
  label: string
  hint?: string
  value?: string
  kind?: 'text' | 'email' | 'number' | 'date' | 'time' | 'long' | 'password' | 'code'
  isOptional?: boolean
}
export type PromptQuestion = {
  title: string
  body?: string
  inputs?: readonly PromptInput[]
  submitLabel: string
  /** Says what stays where the question itself is about cancelling. */
  keepLabel?: string
  isDanger?: boolean
  /** Work to do before closing; when it fails the prompt stays and shows why. */
  onSubmit?: (values: PromptValues) => Promise<unknown>
  /** For those who cannot answer: closes the prompt with no value once it says true. */
  otherWay?: { label: string; onChoose: () => Promise<boolean> }
}
export type PromptValues = Record<string, string>
export type OpenPrompt = { id: number; question: PromptQuestion; answer: (values?: PromptValues) => void }

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

/** The prompt that is open, for the one component that shows it. */
export function useOpenPrompt(): OpenPrompt | undefined {
  return useSyncExternalStore(subscribe, () => open)
}

function publish(next: OpenPrompt | undefined): void {
  open = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
