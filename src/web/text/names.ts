/** What replies carry in each language, in the reader's. */
import type { Language } from '#domain/language.ts'

export function nameIn<Name extends string | null>(
  language: Language,
  { nameEn, nameEs }: { readonly nameEn: Name; readonly nameEs: Name },
): Name {
  return { en: nameEn, es: nameEs }[language]
}

export function unitIn(
  language: Language,
  { unitEn, unitEs }: { readonly unitEn: string; readonly unitEs: string },
): string {
  return { en: unitEn, es: unitEs }[language]
}
