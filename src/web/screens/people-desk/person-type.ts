import type { Reply } from '#web/api.ts'

export type Person = Reply<'GET /api/person'>

/** Which dialog of the page is open. */
export type Asked = 'correct' | 'signOut' | 'freeze' | 'message' | 'credit' | 'seeAs' | 'merge'
