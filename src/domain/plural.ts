/** Counted things, in the form that the language has for the number, with the number as people write it. */
import { INTL_TAGS, type Language } from './language.ts'

type Form = string | ((count: string) => string)

/** `zero` where there are words of their own for nothing at all. */
type EnglishForms = { readonly zero?: Form; readonly one: Form; readonly other: Form }
/** Of whole millions Spanish says `1,000,000 de visitas`: so does `other`, unless `many` says otherwise. */
type SpanishForms = EnglishForms & { readonly many?: Form }

export const plural = {
  en: (count: number, forms: EnglishForms): string => inForm('en', count, forms),
  es: (count: number, forms: SpanishForms): string => inForm('es', count, forms),
}

const rules: Partial<Record<Language, Intl.PluralRules>> = {}

function inForm(language: Language, count: number, forms: SpanishForms): string {
  const { zero, one, many, other } = forms
  const number = count.toLocaleString(INTL_TAGS[language])
  if (count === 0 && zero !== undefined) return say(zero, number)
  // Making the rules costs a thousand times what using them does.
  const category = (rules[language] ??= new Intl.PluralRules(INTL_TAGS[language])).select(count)
  if (category === 'one') return say(one, number)
  if (category === 'many') return many === undefined ? say(other, `${number} de`) : say(many, number)
  return say(other, number)
}

function say(form: Form, number: string): string {
  return typeof form === 'string' ? form : form(number)
}
