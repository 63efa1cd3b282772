/** Who comes: what a customer sees of the crew of a visit, and the crew's own picture. */
import { z } from 'zod'
import type { PropertyId, UserId, VisitId } from '#domain/ids.ts'
import { MOST_CHOSEN } from '#domain/offers/chosen.ts'
import { defineEndpoints } from './endpoint.ts'
import { PHOTO_LIMIT_BYTES } from './photos.ts'
import { done, id } from './shapes.ts'

const knownCrew = z.object({
  crewId: id<UserId>(),
  firstName: z.string(),
  stars: z.number().nullable(),
  /** Visits there within half a year. */
  doneHere: z.int(),
})

export const crews = defineEndpoints({
  'GET /api/place-crews': {
    access: 'customer',
    summary: 'Whom the customer wants at a place first, and which others it may choose.',
    query: z.strictObject({ propertyId: id<PropertyId>() }),
    reply: z.object({ chosen: z.array(knownCrew), others: z.array(knownCrew) }),
  },
  'GET /api/known-crews': {
    access: 'customer',
    summary:
      'Crews that have a weekly job of this customer, its favourites, and those that it chose for a place.',
    reply: z.object({ crews: z.array(knownCrew.omit({ doneHere: true })) }),
  },
  'POST /api/save-place-crews': {
    access: 'customer',
    summary: 'Chooses the crews that are asked alone, one after the other, before everybody is.',
    body: z.strictObject({
      propertyId: id<PropertyId>(),
      /** First choice first. */
      crewIds: z.array(id<UserId>()).max(MOST_CHOSEN),
    }),
    reply: done,
  },
  'GET /api/visit-crew': {
    access: 'customer',
    summary: 'Who does a visit of this customer: face, first name, rating, and how much it has done with us.',
    query: z.strictObject({ visitId: id<VisitId>() }),
    reply: z.object({
      /** Null while nobody has the visit. */
      crew: z
        .object({
          firstName: z.string(),
          photoUrl: z.string().nullable(),
          stars: z.number().nullable(),
          ratingCount: z.int(),
          /** Up to 1,000: from there on it is many. */
          doneCount: z.int(),
        })
        .nullable(),
    }),
  },
  'GET /api/crew-photo': {
    access: 'crew',
    summary: 'The picture that customers see of this crew.',
    reply: z.object({ photoUrl: z.string().nullable() }),
  },
  'POST /api/upload-crew-photo': {
    access: 'crew',
    summary: 'Puts a picture of this crew in the place of the one before.',
    query: z.strictObject({}),
    takesFile: {
      maximumBytes: PHOTO_LIMIT_BYTES,
      types: ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif'],
    },
    reply: z.object({ photoUrl: z.string() }),
    refusesFrozen: true,
    callsPerMinute: 10,
  },
  'POST /api/remove-crew-photo': {
    access: 'any',
    capability: 'support',
    summary:
      'Takes the picture of a crew away: the crew its own, an operator one that does not belong there.',
    body: z.strictObject({ crewId: id<UserId>() }),
    reply: done,
  },
})
