/** Which column of a customer's file holds what, guessed from its header; the customer may change the guess. */

import { type Refusal, refuse } from '../refusals.ts'
import { type ColumnNames, columnsNamed } from './guess-columns.ts'

export const IMPORT_FIELDS = ['reference', 'name', 'lat', 'lng', 'address', 'group', 'accessNotes'] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]

/** The index of each field's column; a field without one is not in the file. */
export type ColumnMapping = Readonly<Partial<Record<ImportField, number>>>

export const MAX_IMPORT_COLUMNS = 200

/** Names seen in exports of rental and property platforms, the surest first; letters and digits only. */
const SYNONYMS: ColumnNames<ImportField> = {
  reference: ['reference', 'ref', 'id', 'listingid', 'propertyid', 'externalid', 'uuid', 'code'],
  name: ['name', 'title', 'propertyname', 'listingname', 'listingtitle', 'property', 'listing', 'nombre'],
  lat: ['lat', 'latitude', 'latitud', 'y'],
  lng: ['lng', 'lon', 'long', 'longitude', 'longitud', 'x'],
  address: ['address', 'streetaddress', 'fulladdress', 'street', 'address1', 'addressline1', 'direccion'],
  group: ['group', 'propertygroup', 'portfolio', 'folder', 'grupo', 'neighbourhood', 'neighborhood', 'area'],
  accessNotes: ['accessnotes', 'access', 'notes', 'instructions', 'accessinstructions', 'notas'],
}

/** Each column is used for one field at most; of two that fit, the surer name wins, then the earlier column. */
export function guessColumns(header: readonly string[]): ColumnMapping {
  return columnsNamed(header.slice(0, MAX_IMPORT_COLUMNS), SYNONYMS)
}

/** A file can be taken where every row can have a name and a place: coordinates, or an address to look up. */
export function refuseColumns(mapping: ColumnMapping): Refusal | null {
  const hasCoordinates = mapping.lat !== undefined && mapping.lng !== undefined
  const hasPlace = hasCoordinates || mapping.address !== undefined
  return mapping.name !== undefined && hasPlace ? null : refuse('columns_missing')
}
