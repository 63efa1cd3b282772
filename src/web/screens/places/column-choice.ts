/** The choice of columns as the form holds it, and what it means. */
import type { Text } from '#web/text/areas.ts'
import { FormRefusal } from '#web/ui/forms/form-state.ts'

export const COLUMN_FIELDS = [
  'name',
  'lat',
  'lng',
  'address',
  'city',
  'state',
  'zip',
  'group',
  'reference',
  'neighbourhood',
  'kind',
  'accessNotes',
] as const
export type ColumnField = (typeof COLUMN_FIELDS)[number]

/** What the file's own heads say, as the form holds it. */
export function guessedColumns(mapping: Partial<Record<ColumnField, number>>): Record<ColumnField, string> {
  const { name, lat, lng, address, city, state, zip, group, reference } = mapping
  const { neighbourhood, kind, accessNotes } = mapping
  const asText = (column: number | undefined) => column?.toString() ?? ''
  return {
    name: asText(name),
    lat: asText(lat),
    lng: asText(lng),
    address: asText(address),
    city: asText(city),
    state: asText(state),
    zip: asText(zip),
    group: asText(group),
    reference: asText(reference),
    neighbourhood: asText(neighbourhood),
    kind: asText(kind),
    accessNotes: asText(accessNotes),
  }
}

/** Form values are text, empty for a field that no column holds. */
export function chosenColumns(values: Record<ColumnField, string>): Partial<Record<ColumnField, number>> {
  const chosen = COLUMN_FIELDS.filter((field) => values[field] !== '')
  return Object.fromEntries(chosen.map((field) => [field, Number(values[field])]))
}

/** Null when it can be sent; the server decides again. */
export function refuseChoice(
  mapping: Partial<Record<ColumnField, number>>,
  texts: Pick<Text['places']['import'], 'needsName' | 'needsPlace'>,
): FormRefusal | null {
  if (mapping.name === undefined) return new FormRefusal(texts.needsName, { name: texts.needsName })
  const hasPin = mapping.lat !== undefined && mapping.lng !== undefined
  if (hasPin || mapping.address !== undefined) return null
  return new FormRefusal(texts.needsPlace, { [mapping.lat === undefined ? 'lat' : 'lng']: texts.needsPlace })
}

/** The first rows with the cells that are to be used. */
export function previewRows(
  rows: readonly (readonly string[])[],
  mapping: Partial<Record<ColumnField, number>>,
): { number: number; cells: Partial<Record<ColumnField, string>> }[] {
  return rows.map((row, index) => ({
    number: index + 1,
    cells: Object.fromEntries(
      Object.entries(mapping).map(([field, column]) => [field, (row[column] ?? '').trim()]),
    ),
  }))
}
