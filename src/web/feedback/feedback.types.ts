import type { Reply } from '#web/api.ts'

export type Feedback = Reply<'GET /api/visit-feedback'>
export type FeedbackReader = 'customer' | 'crew'
