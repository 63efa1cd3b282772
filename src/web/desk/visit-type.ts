import type { Reply } from '#web/api.ts'

/** As everybody reads it, and what only operators read. */
export type Visit = Reply<'GET /api/visit'>
export type Desk = Reply<'GET /api/operator-visit'>
export type Both = { readonly visit: Visit; readonly desk: Desk }
