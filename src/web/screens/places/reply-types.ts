/** What the server answers about places, by short names. */
import type { Reply } from '#web/api.ts'

export type Property = Reply<'GET /api/property'>
export type UploadedFile = Reply<'POST /api/upload-property-csv'>
export type ImportProgress = Reply<'GET /api/property-import'>
