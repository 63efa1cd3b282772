import type { Language } from '#domain/language.ts'

/** Of a row that has its name in each language; null where a left join found none. */
export function nameIn<Name extends string | null>(
  language: Language,
  row: { readonly name_en: Name; readonly name_es: Name },
): Name {
  return { en: row.name_en, es: row.name_es }[language]
}
