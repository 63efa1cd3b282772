/** Importing properties from a customer's own file: send it, say which column is what, follow it, see what was refused. */
import { z } from 'zod'
import type { PropertyImportId } from '#domain/ids.ts'
import { IMPORT_FIELDS, MAX_IMPORT_COLUMNS } from '#domain/imports/columns.ts'
import { DETAIL_FIELDS } from '#domain/imports/details.ts'
import { defineEndpoints } from './endpoint.ts'
import { done, id, line, moment } from './shapes.ts'

export const IMPORT_LIMIT_BYTES = 20 * 1024 * 1024
const IMPORT_TYPES = [
  'text/csv',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'text/plain',
  'application/octet-stream',
] as const

/** Field → index of its column in the header. */
export const columnMapping = z.partialRecord(
  z.enum([...IMPORT_FIELDS, ...DETAIL_FIELDS]),
  z
    .int()
    .min(0)
    .max(MAX_IMPORT_COLUMNS - 1),
)

const progress = z.object({
  id: id<PropertyImportId>(),
  fileName: z.string(),
  state: z.enum(['uploaded', 'running', 'done', 'failed']),
  totalRows: z.int(),
  readRows: z.int(),
  added: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  /** Why it failed, for a person. */
  failure: z.string().nullable(),
  createdAt: moment,
  finishedAt: moment.nullable(),
})

export const imports = defineEndpoints({
  'POST /api/upload-property-csv': {
    access: 'customer',
    summary:
      'Takes in a CSV file or an Excel workbook and answers its columns, its first rows and a guess of what is what.',
    query: z.object({ fileName: line(200).default('properties.csv') }),
    takesFile: { maximumBytes: IMPORT_LIMIT_BYTES, types: IMPORT_TYPES },
    reply: z.object({
      importId: id<PropertyImportId>(),
      fileName: z.string(),
      delimiter: z.string(),
      header: z.array(z.string()),
      /** The first 20 rows, each cell cut at 200 characters. */
      sampleRows: z.array(z.array(z.string())),
      mapping: columnMapping,
      totalRows: z.int(),
      sizeBytes: z.int(),
      encoding: z.enum(['utf-8', 'utf-16', 'windows-1252']),
      /** The first word that would read otherwise in another encoding, where this one is a guess. */
      guessedWord: z.string().nullable(),
      /** Of a workbook: the sheet that was read, and how many others hold something. */
      sheet: z.object({ name: z.string(), otherSheets: z.int() }).nullable(),
    }),
    refusesFrozen: true,
    callsPerMinute: 30,
  },
  'POST /api/start-property-import': {
    access: 'customer',
    summary: 'Starts importing a file that was sent. It runs in the background and can be followed.',
    body: z.strictObject({ importId: id<PropertyImportId>(), mapping: columnMapping }),
    reply: done,
    refusesFrozen: true,
  },
  'GET /api/property-import': {
    access: 'customer',
    summary: 'How far an import is, with the first rows that it refused.',
    query: z.object({ id: id<PropertyImportId>() }),
    reply: progress.extend({
      /** At most 20, by row. */
      refusals: z.array(
        z.object({
          rowNumber: z.int(),
          /** As the file names it; empty where the whole row is at fault. */
          column: z.string(),
          sentence: z.string(),
        }),
      ),
    }),
  },
  'GET /api/property-imports': {
    access: 'customer',
    summary: 'The 50 newest imports.',
    reply: z.array(progress),
  },
  'GET /api/property-import-refusals.csv': {
    access: 'customer',
    summary: 'The rows that an import refused, with their reasons, as a CSV file.',
    query: z.object({ importId: id<PropertyImportId>() }),
    reply: z.unknown(),
    repliesFile: true,
  },
})
