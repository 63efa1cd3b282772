import type { Reply } from '#web/api.ts'

export type OperatorScheduleData = Reply<'GET /api/operator-schedule'>
