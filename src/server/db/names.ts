import type { Language } from '#domain/language.ts'
import type { UnitTexts } from '#domain/pricing/unit-texts.ts'

/** Of a row that has its name in each language; null where a left join found none. */
export function nameIn<Name extends string | null>(
  language: Language,
  row: { readonly name_en: Name; readonly name_es: Name },
): Name {
  return { en: row.name_en, es: row.name_es }[language]
}

/** What one of it and more of it are called. */
export function unitIn(
  language: Language,
  row: {
    readonly unit_en: string
    readonly unit_es: string
    readonly units_en: string
    readonly units_es: string
  },
): UnitTexts {
  return {
    en: { one: row.unit_en, other: row.units_en },
    es: { one: row.unit_es, other: row.units_es },
  }[language]
}
