import type { Reply } from '#web/api.ts'

export type ShownOrder = Reply<'GET /api/on-demand-order'>
