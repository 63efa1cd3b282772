import { plural } from '#domain/plural.ts'

/** What is counted, of one and of more: `bin` and `bins`. Of a measure (`1,000 sq ft`) both are the same. */
export type UnitTexts = { readonly one: string; readonly other: string }

/** `2 bins`; of a measure `2 × 1,000 sq ft`. */
export const countUnits = {
  en: (count: number, unit: UnitTexts): string => plural.en(count, formsOf(unit)),
  es: (count: number, unit: UnitTexts): string => plural.es(count, formsOf(unit)),
}

function formsOf({ one, other }: UnitTexts) {
  const besideCount = (unit: string) => (count: string) =>
    /^\d/.test(unit) ? `${count} × ${unit}` : `${count} ${unit}`
  return { one: besideCount(one), other: besideCount(other) }
}
