/** What is said of a file that cannot be read, and over the columns of what was refused. */
import { catalogue } from '#domain/catalogue.ts'
import type { ImportField } from '#domain/imports/columns.ts'

export const importTexts = catalogue({
  en: {
    notUtf8: (line: number) =>
      `Line ${line} is not in UTF-8. Save the file as “CSV UTF-8” and send it again.`,
    tooLarge: (megabytes: number) => `This file is larger than ${megabytes} MB. Send it in parts.`,
    workbookTooLarge:
      'This workbook is too large when it is opened. Save its first sheet as CSV and send that.',
    notWorkbook:
      'This is not an Excel workbook (.xlsx) with a table on its first sheet. Save the table as .xlsx or CSV and send that.',
    columns: ['row', 'column', 'reason', 'original row'],
    /** Where the file has no column for it, or one without a name. */
    fields: {
      reference: 'Reference',
      name: 'Name',
      lat: 'Latitude',
      lng: 'Longitude',
      address: 'Address',
      city: 'City',
      state: 'State',
      zip: 'ZIP code',
      group: 'Group',
      accessNotes: 'Access notes',
    } satisfies Record<ImportField, string>,
  },
  es: {
    notUtf8: (line) =>
      `La línea ${line} no está en UTF-8. Guarda el archivo como «CSV UTF-8» y envíalo de nuevo.`,
    tooLarge: (megabytes) => `Este archivo pesa más de ${megabytes} MB. Envíalo por partes.`,
    workbookTooLarge: 'Este libro es demasiado grande al abrirlo. Guarda su primera hoja como CSV y envíala.',
    notWorkbook:
      'Este no es un libro de Excel (.xlsx) con una tabla en la primera hoja. Guarda la tabla como .xlsx o CSV y envíala.',
    columns: ['fila', 'columna', 'motivo', 'fila original'],
    fields: {
      reference: 'Referencia',
      name: 'Nombre',
      lat: 'Latitud',
      lng: 'Longitud',
      address: 'Dirección',
      city: 'Ciudad',
      state: 'Estado',
      zip: 'Código postal',
      group: 'Grupo',
      accessNotes: 'Notas de acceso',
    },
  },
})
