/** What replies carry, in the reader's words. */
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

/** The words for a kind that a newer server may know and this page does not: then undefined. */
export function wordFor<Words>(
  table: Readonly<Record<string, Words>>,
  kind: string | null,
): Words | undefined {
  return kind !== null && Object.hasOwn(table, kind) ? table[kind] : undefined
}
