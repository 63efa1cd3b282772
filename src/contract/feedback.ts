/** What customer and crew say of a visit that is done: stars both ways, and a tip. */
import { z } from 'zod'
import { DISPUTE_STATES } from '#domain/disputes/graph.ts'
import type { DisputeId, VisitId } from '#domain/ids.ts'
import { defineEndpoints } from './endpoint.ts'
import { says } from './sentences.ts'
import { amountCents, id, moment, notes } from './shapes.ts'

const rating = z.object({ stars: z.int(), note: z.string(), givenAt: moment })
const average = z.object({ stars: z.number().nullable(), count: z.int() })

const feedback = z.object({
  visitId: id<VisitId>(),
  /** What whoever asks gave, and whether it can still be given or changed. */
  own: rating.nullable(),
  canRate: z.boolean(),
  /** What the other side gave; null while it is hidden, too. */
  theirs: rating.nullable(),
  isRevealed: z.boolean(),
  /** When what was given is seen whatever the other side does; null before the visit is done. */
  revealsAt: moment.nullable(),
  /** What the crew was given by all its customers. */
  crew: average.nullable(),
  tipCents: amountCents.nullable(),
  /** Until when the customer can take the tip back; null once the crew has it, and for crews. */
  tipUndoableUntil: moment.nullable(),
  canTip: z.boolean(),
  tipMinimumCents: amountCents,
  tipMaximumCents: amountCents,
  dispute: z.object({ id: id<DisputeId>(), state: z.enum(DISPUTE_STATES) }).nullable(),
  canDispute: z.boolean(),
  disputableUntil: moment.nullable(),
})

export const feedbackContract = defineEndpoints({
  'GET /api/visit-feedback': {
    access: 'any',
    summary: 'Ratings, tip and dispute of one visit, as its customer, its crew or an operator may see them.',
    query: z.strictObject({ visitId: id<VisitId>() }),
    reply: feedback,
  },
  'POST /api/rate-visit': {
    access: 'any',
    summary:
      'Rates a visit as its customer or its crew, or changes that while the other side cannot see it. Hidden until both have rated or a week has passed.',
    body: z.strictObject({
      visitId: id<VisitId>(),
      stars: z.int().min(1, says('chooseOneToFiveStars')).max(5, says('chooseOneToFiveStars')),
      note: notes(500).default(''),
    }),
    reply: feedback,
  },
  'POST /api/tip-visit': {
    access: 'customer',
    isShedLast: true,
    summary:
      'Gives the crew of a completed visit a tip, once; after some minutes, in which it can be taken back, it stands on the next bill and is the crew’s whole.',
    body: z.strictObject({ visitId: id<VisitId>(), amountCents }),
    reply: feedback,
  },
  'POST /api/undo-tip': {
    access: 'customer',
    summary: 'Takes back a tip that was just given, before the crew has it.',
    body: z.strictObject({ visitId: id<VisitId>() }),
    reply: feedback,
    isShedLast: true,
  },
})
