import type { Reply } from '#web/api.ts'

export type Market = Reply<'GET /api/market'>
