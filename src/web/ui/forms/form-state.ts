/** What a form shares with its fields, and what it checks before sending. */
import { createContext, use } from 'react'
import type { Text } from '#web/text/areas.ts'

export type FieldErrors = Record<string, string>
type FormState = { errors: FieldErrors; isBusy: boolean; clear: (name: string) => void }

export const FormContext = createContext<FormState>({ errors: {}, isBusy: false, clear: () => undefined })

/** The error of one field, and a way to clear it as soon as somebody types. */
export function useFieldError(name: string): {
  error: string | undefined
  clear: () => void
  isBusy: boolean
} {
  const { errors, clear, isBusy } = use(FormContext)
  return { error: errors[name], isBusy, clear: () => errors[name] && clear(name) }
}

/** A refusal that the screen itself makes before asking the server. */
export class FormRefusal extends Error {
  readonly fields: FieldErrors
  constructor(sentence: string, fields: FieldErrors = {}) {
    super(sentence)
    this.fields = fields
  }
}

/** Reads the browser's own checks (required, type, minLength, pattern) and says them in our words. */
export function findFieldErrors(form: HTMLFormElement, texts: Text['ui']['form']): FieldErrors {
  const errors: FieldErrors = {}
  for (const element of form.elements) {
    if (!isField(element) || !element.name || errors[element.name]) continue
    const sentence = sentenceFor(element, texts)
    if (sentence) errors[element.name] = sentence
  }
  return errors
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

function isField(element: Element): element is Field {
  return /^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName)
}

function sentenceFor(field: Field, texts: Text['ui']['form']): string | undefined {
  const isEmpty = 'checked' in field && field.type === 'checkbox' ? !field.checked : field.value.trim() === ''
  if (field.required && isEmpty) return texts.required
  if (isEmpty) return undefined
  if (field.type === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(field.value.trim())) return texts.email
  if (field.type === 'tel' && field.value.replace(/\D/g, '').length !== 10) return texts.phone
  if (field.type === 'number' && !Number.isFinite(Number(field.value))) return texts.number
  const least = Number(field.getAttribute('minlength') ?? 0)
  if (field.value.length < least) return texts.tooShort(least)
  return undefined
}
