/** Short links: a code that is no secret, leading to what is public or asks for sign-in by itself. */
import { z } from 'zod'
import type { VisitId } from '#domain/ids.ts'
import { defineEndpoints } from './endpoint.ts'
import { day, id, moment } from './shapes.ts'

export const go = defineEndpoints({
  'POST /api/open-go-link': {
    access: 'public',
    summary: 'Where a short link leads for whoever asks. Expired, used-up and unknown ones answer alike.',
    body: z.strictObject({ goId: z.string().min(1).max(64) }),
    reply: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('gone') }),
      /** There is something, for somebody who is signed in. */
      z.object({ kind: z.literal('sign_in') }),
      /** An invoice that can be paid by the link alone. */
      z.object({ kind: z.literal('invoice') }),
      z.object({ kind: z.literal('page'), to: z.string() }),
      /** The door card of a visit, for its crew. */
      z.object({ kind: z.literal('door_card'), visitId: id<VisitId>(), date: day }),
      z.object({ kind: z.literal('share'), firstName: z.string(), code: z.string(), isCrew: z.boolean() }),
    ]),
    callsPerMinute: 30,
  },
  'POST /api/make-share-link': {
    access: 'any',
    summary: 'The short link that shares one’s own code; the same one while it is good.',
    reply: z.object({ goId: z.string(), url: z.string(), expiresAt: moment }),
  },
  'POST /api/make-door-link': {
    access: 'customer',
    summary: 'The short link to the door card of one’s visit, for its crew.',
    body: z.strictObject({ visitId: id<VisitId>() }),
    reply: z.object({ goId: z.string(), url: z.string(), expiresAt: moment }),
  },
})
