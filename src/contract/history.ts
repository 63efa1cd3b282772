/** All that happened with one thing, for the pages of operators. */
import { z } from 'zod'
import type { PaymentId, PayoutId, UserId, VisitId } from '#domain/ids.ts'
import { defineEndpoints } from './endpoint.ts'
import { amountCents, cursor, id, moment } from './shapes.ts'

/** What has a history. */
const HISTORY_OF = ['person', 'place', 'complex', 'job', 'visit', 'payment', 'payout'] as const
export type HistoryOf = (typeof HISTORY_OF)[number]

/** What a history is filtered by, and what belongs to each. */
export const HISTORY_KINDS = {
  work: [
    'account_made',
    'place_made',
    'job_made',
    'visit',
    'order',
    'step',
    'asked',
    'answer',
    'late_completion',
    'taken',
    'released',
    'paused',
    'skipped',
    'moved',
    'exception',
    'dispute',
    'decision',
  ],
  money: [
    'payment',
    'attempt',
    'hold',
    'refund',
    'chargeback',
    'tip',
    'earning',
    'payout',
    'payout_sent',
    'payout_paid',
    'credit',
    'journal',
  ],
  words: ['notice', 'message'],
  notes: ['note'],
  changes: ['operator'],
  sign_ins: ['sign_in'],
} as const
export type HistoryGroup = keyof typeof HISTORY_KINDS
export type HistoryKind = (typeof HISTORY_KINDS)[HistoryGroup][number]

const GROUPS = ['work', 'money', 'words', 'notes', 'changes', 'sign_ins'] as const satisfies HistoryGroup[]
const KINDS = [
  ...HISTORY_KINDS.work,
  ...HISTORY_KINDS.money,
  ...HISTORY_KINDS.words,
  ...HISTORY_KINDS.notes,
  ...HISTORY_KINDS.changes,
  ...HISTORY_KINDS.sign_ins,
] as const

export const history = defineEndpoints({
  'GET /api/history': {
    access: 'operator',
    capability: 'see',
    summary:
      'What happened with a person, place, weekly job, visit, payment or payout, latest first: work, money, words, notes, what operators changed from what to what, who signed in. Money only for whoever may see it.',
    query: z.object({
      of: z.enum(HISTORY_OF),
      id: z.uuid(),
      only: z.enum(GROUPS).optional(),
      cursor: cursor.optional(),
    }),
    reply: z.object({
      /** The place’s, or the person’s where there is no place. */
      timeZone: z.string(),
      /** What there can be of: what the reader may see of this kind of thing. */
      groups: z.array(z.enum(GROUPS)),
      events: z.array(
        z.object({
          key: z.string(),
          at: moment,
          kind: z.enum(KINDS),
          title: z.string(),
          state: z.string(),
          note: z.string().nullable(),
          amountCents: amountCents.nullable(),
          /** Who did it, or whom it reached. */
          name: z.string().nullable(),
          by: z.enum(['customer', 'crew', 'operator', 'system']).nullable(),
          visitId: id<VisitId>().nullable(),
          paymentId: id<PaymentId>().nullable(),
          payoutId: id<PayoutId>().nullable(),
          /** Where it is another than that of the whole: a visit’s own. */
          timeZone: z.string().nullable(),
          /** Of what an operator did: what the log has of it, with whom it names. */
          entry: z
            .object({
              detail: z.record(z.string(), z.unknown()),
              people: z.array(z.object({ id: id<UserId>(), name: z.string() })),
            })
            .nullable(),
        }),
      ),
      nextCursor: cursor.nullable(),
    }),
  },
})
