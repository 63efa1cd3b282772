/** The operators' queues by name. */
export const QUEUES = [
  'unassigned',
  'unconfirmed',
  'late',
  'missed',
  'flagged',
  'declined',
  'failed_payouts',
] as const
export type Queue = (typeof QUEUES)[number]

/** Those that end only by somebody having looked; the others end by what is done about them. */
export const LOOKED_AT_QUEUES = ['missed', 'flagged', 'failed_payouts'] as const satisfies readonly Queue[]
