/** The operators' queues by name, what happens soonest first; who sees each, and what can be done with what waits there. */
import type { Capability } from '#domain/staff/roles.ts'

export const QUEUES = [
  'late',
  'unassigned',
  'unconfirmed',
  'missed',
  'flagged',
  'disputes',
  'approvals',
  'late_reports',
  'silent_feeds',
  'declined',
  'failed_payouts',
  'chargebacks',
  'differences',
  'referrals',
  'parked',
] as const
export type Queue = (typeof QUEUES)[number]

/** What is done with one or with many at once. What needs a form of its own is done on the thing's own page. */
export const QUEUE_ACTS = [
  'settle',
  'ask_again',
  'accept',
  'dismiss',
  'charge_again',
  'explain',
  'approve',
  'refuse',
  'retry',
  'drop',
  'ask_host',
  'read_again',
] as const
export type QueueAct = (typeof QUEUE_ACTS)[number]

type Rules = {
  /** Without it a queue is neither read nor counted. */
  readonly seenWith: Capability
  /** To look after what is in it, and to do it. */
  readonly workedWith: Capability
  /** The first is what is done most. */
  readonly acts: readonly QueueAct[]
}

export const QUEUE_RULES: Readonly<Record<Queue, Rules>> = {
  late: { seenWith: 'see', workedWith: 'dispatch', acts: ['settle'] },
  unassigned: { seenWith: 'see', workedWith: 'dispatch', acts: ['ask_again'] },
  unconfirmed: { seenWith: 'see', workedWith: 'dispatch', acts: ['ask_again'] },
  missed: { seenWith: 'see', workedWith: 'dispatch', acts: ['settle'] },
  flagged: { seenWith: 'see', workedWith: 'dispatch', acts: ['settle'] },
  disputes: { seenWith: 'see', workedWith: 'support', acts: [] },
  approvals: { seenWith: 'see_money', workedWith: 'refund', acts: [] },
  late_reports: { seenWith: 'see', workedWith: 'dispatch', acts: ['accept', 'dismiss'] },
  silent_feeds: { seenWith: 'see', workedWith: 'support', acts: ['ask_host', 'read_again'] },
  declined: { seenWith: 'see', workedWith: 'refund', acts: ['charge_again'] },
  failed_payouts: { seenWith: 'see', workedWith: 'refund', acts: ['settle'] },
  chargebacks: { seenWith: 'see_money', workedWith: 'money', acts: [] },
  differences: { seenWith: 'see_money', workedWith: 'money', acts: ['explain'] },
  referrals: { seenWith: 'see', workedWith: 'support', acts: ['approve', 'refuse'] },
  parked: { seenWith: 'see', workedWith: 'system', acts: ['retry', 'drop'] },
}

/** Done only with a note, which the log keeps. */
export const ACTS_WITH_NOTE: ReadonlySet<QueueAct> = new Set([
  'explain',
  'approve',
  'refuse',
  'retry',
  'drop',
])

/** Kept by somebody for itself: what of a queue it wants to see. */
export const QUEUE_OWNERS = ['anyone', 'me', 'nobody'] as const
