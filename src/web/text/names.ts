/** What replies carry, in the reader's words. */
import type { Language } from '#domain/language.ts'
import type { UnitTexts } from '#domain/pricing/unit-texts.ts'

export function nameIn<Name extends string | null>(
  language: Language,
  { nameEn, nameEs }: { readonly nameEn: Name; readonly nameEs: Name },
): Name {
  return { en: nameEn, es: nameEs }[language]
}

type UnitNames = Readonly<Record<'unitEn' | 'unitEs' | 'unitsEn' | 'unitsEs', string>>

export function unitIn(language: Language, { unitEn, unitEs, unitsEn, unitsEs }: UnitNames): UnitTexts {
  return { en: { one: unitEn, other: unitsEn }, es: { one: unitEs, other: unitsEs } }[language]
}

/** The words for a kind that a newer server may know and this page does not: then undefined. */
export function textFor<Texts>(
  table: Readonly<Record<string, Texts>>,
  kind: string | null,
): Texts | undefined {
  return kind !== null && Object.hasOwn(table, kind) ? table[kind] : undefined
}
