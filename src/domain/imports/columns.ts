/** Which column of a customer's file holds what, guessed from its header; the customer may change the guess. */

import { type Refusal, refuse } from '../refusals.ts'
import { columnsOfAddresses } from './column-contents.ts'
import { type ColumnNames, columnsNamed } from './guess-columns.ts'

export const IMPORT_FIELDS = [
  'reference',
  'name',
  'lat',
  'lng',
  'address',
  'city',
  'state',
  'zip',
  'group',
  'accessNotes',
] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]

/** The index of each field's column; a field without one is not in the file. */
export type ColumnMapping = Readonly<Partial<Record<ImportField, number>>>

export const MAX_IMPORT_COLUMNS = 200

/**
 * Names seen in exports of rental and property platforms in English, Spanish and German, the surest first; letters and
 * digits only.
 */
const SYNONYMS: ColumnNames<ImportField> = {
  reference: [
    'reference',
    'ref',
    'id',
    'listingid',
    'propertyid',
    'externalid',
    'uuid',
    'code',
    'objektid',
    'objektnummer',
    'kennung',
  ],
  name: [
    'name',
    'title',
    'propertyname',
    'listingname',
    'listingtitle',
    'listingnickname',
    'propertynickname',
    'nickname',
    'internalname',
    'unitname',
    'property',
    'listing',
    'nombre',
    'bezeichnung',
    'objektname',
    'objekt',
    'unterkunft',
  ],
  lat: ['lat', 'latitude', 'latitud', 'breitengrad', 'breite', 'y'],
  lng: ['lng', 'lon', 'long', 'longitude', 'longitud', 'langengrad', 'laengengrad', 'lange', 'laenge', 'x'],
  address: [
    'address',
    'streetaddress',
    'fulladdress',
    'propertyaddress',
    'listingaddress',
    'street',
    'address1',
    'addressline1',
    'whereisit',
    'where',
    'location',
    'direccion',
    'adresse',
    'anschrift',
    'strasse',
    'strasseundhausnummer',
    'strassehausnummer',
    'strassenr',
  ],
  city: ['city', 'town', 'municipality', 'ciudad', 'localidad', 'municipio', 'ort', 'stadt'],
  state: ['state', 'stateprovince', 'province', 'estado', 'provincia', 'bundesland'],
  zip: ['zip', 'zipcode', 'postalcode', 'postcode', 'codigopostal', 'cp', 'plz', 'postleitzahl'],
  group: [
    'group',
    'propertygroup',
    'portfolio',
    'folder',
    'grupo',
    'gruppe',
    'neighbourhood',
    'neighborhood',
    'area',
    'stadtteil',
  ],
  accessNotes: [
    'accessnotes',
    'access',
    'notes',
    'instructions',
    'accessinstructions',
    'notas',
    'hinweise',
    'notizen',
    'zugang',
  ],
}

/**
 * Each column is used for one field at most; of two that fit, the surer name wins, then the earlier column. Where no name
 * says where the places are, the first column whose cells look like addresses does.
 */
export function guessColumns(
  header: readonly string[],
  sample: readonly (readonly string[])[] = [],
): ColumnMapping {
  const names = header.slice(0, MAX_IMPORT_COLUMNS)
  const named = columnsNamed(names, SYNONYMS)
  if (hasPlace(named)) return named
  const taken = Object.values(named)
  const address = columnsOfAddresses(names.length, sample).find((column) => !taken.includes(column))
  return address === undefined ? named : { ...named, address }
}

/** A file can be taken where every row can have a name and a place: coordinates, or an address to look up. */
export function refuseColumns(mapping: ColumnMapping): Refusal | null {
  return mapping.name !== undefined && hasPlace(mapping) ? null : refuse('columns_missing')
}

/** Coordinates, or an address to look up. */
export function hasPlace({ lat, lng, address }: ColumnMapping): boolean {
  return (lat !== undefined && lng !== undefined) || address !== undefined
}
