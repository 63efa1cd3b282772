import type { Reply } from '#web/api.ts'

export type VisitNowReply = Reply<'GET /api/visit-now'>
