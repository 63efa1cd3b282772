/** Counted things, in the form that the language has for the number, with the number as people write it. */
import { INTL_TAGS, type Language } from './language.ts'

/** What is counted, of one and of more: `bin` and `bins`. Of a measure (`1,000 sq ft`) both are the same. */
export type UnitWords = { readonly one: string; readonly other: string }

type Form = string | ((count: string) => string)

/** `zero` where there are words of their own for nothing at all. */
type EnglishForms = { readonly zero?: Form; readonly one: Form; readonly other: Form }
/** Of whole millions Spanish says `1,000,000 de visitas`: so does `other`, unless `many` says otherwise. */
type SpanishForms = EnglishForms & { readonly many?: Form }

export const plural = {
  en: (count: number, forms: EnglishForms): string => inForm('en', count, forms),
  es: (count: number, forms: SpanishForms): string => inForm('es', count, forms),
}

/** `2 bins`; of a measure `2 × 1,000 sq ft`. */
export const countUnits = {
  en: (count: number, unit: UnitWords): string => plural.en(count, formsOf(unit)),
  es: (count: number, unit: UnitWords): string => plural.es(count, formsOf(unit)),
}

function formsOf({ one, other }: UnitWords): EnglishForms {
  const sayBeside = (words: string) => (count: string) =>
    /^\d/.test(words) ? `${count} × ${words}` : `${count} ${words}`
  return { one: sayBeside(one), other: sayBeside(other) }
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
