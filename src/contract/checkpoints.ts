/** Codes at the buildings of a complex, and crews that pass them on their rounds. */
import { z } from 'zod'
import type { BuildingId, ComplexId, VisitId } from '#domain/ids.ts'
import { defineEndpoints } from './endpoint.ts'
import { says } from './sentences.ts'
import { done, id, latitude, longitude, moment, momentInput } from './shapes.ts'

export const checkpoints = defineEndpoints({
  'GET /api/checkpoints': {
    access: 'customer',
    summary: 'The buildings of a complex with the code of each, and when a crew passed it last.',
    query: z.object({ complexId: id<ComplexId>() }),
    reply: z.object({
      checkpoints: z.array(
        z.object({
          buildingId: id<BuildingId>(),
          name: z.string(),
          /** As it is printed; null where the building has none. */
          code: z.string().nullable(),
          madeAt: moment.nullable(),
          lastPassedAt: moment.nullable(),
        }),
      ),
    }),
  },
  'POST /api/make-checkpoints': {
    access: 'customer',
    summary: 'Makes a code for each building that has none.',
    body: z.strictObject({ complexId: id<ComplexId>() }),
    reply: z.object({ madeCount: z.int() }),
    callsPerMinute: 30,
  },
  'POST /api/renew-checkpoint': {
    access: 'customer',
    summary: 'Gives a building another code; the one that hangs there no longer counts.',
    body: z.strictObject({ buildingId: id<BuildingId>() }),
    reply: done,
    callsPerMinute: 30,
  },
  'GET /api/checkpoints-pdf': {
    access: 'customer',
    summary: 'The codes of a complex to print and put up, one page a building.',
    query: z.object({ complexId: id<ComplexId>(), buildingId: id<BuildingId>().optional() }),
    reply: z.unknown(),
    repliesFile: true,
    callsPerMinute: 30,
  },
  'POST /api/pass-checkpoint': {
    access: 'crew',
    summary:
      'Says that this crew stands at a building of its visit under way, by the code that hangs there, and marks the building as done. Said again it counts once.',
    body: z
      .strictObject({
        visitId: id<VisitId>(),
        /** Also with gaps, in small letters, or as the whole link. */
        code: z.string().trim().min(1, says('missing')).max(500, says('atMostCharacters:500')),
        isTyped: z.boolean(),
        /** When the crew passed, by a phone that was offline since. */
        at: momentInput.optional(),
        lat: latitude.optional(),
        lng: longitude.optional(),
      })
      .refine((body) => (body.lat === undefined) === (body.lng === undefined), {
        message: says('latitudeWithLongitude'),
        path: ['lat'],
      }),
    reply: z.object({ buildingId: id<BuildingId>(), buildingName: z.string(), passedAt: moment }),
    refusesFrozen: true,
    callsPerMinute: 60,
    isShedLast: true,
  },
})
