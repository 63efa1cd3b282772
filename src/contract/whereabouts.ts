/** Where a crew is on the day, with its consent: what it shares, and who sees it. */
import { z } from 'zod'
import type { UserId, VisitId } from '#domain/ids.ts'
import { defineEndpoints } from './endpoint.ts'
import { id, latitude, longitude, moment, momentInput } from './shapes.ts'

const sharing = z.object({
  isSharing: z.boolean(),
  /** Sharing ends then at the latest. */
  until: moment,
  /** How often a phone says where it is while it drives to somebody. */
  everySeconds: z.int(),
})

const place = z.object({ lat: latitude, lng: longitude })

/** Both null where the way could not be measured. */
const arrival = { arrivesFrom: moment.nullable(), arrivesUntil: moment.nullable() }

export const whereabouts = defineEndpoints({
  'GET /api/whereabouts': {
    access: 'crew',
    summary: 'Whether this crew shares where it is today.',
    reply: sharing,
  },
  'POST /api/share-whereabouts': {
    access: 'crew',
    summary: 'Begins or ends sharing for today. What was known of the crew is forgotten when it ends.',
    body: z.strictObject({ isOn: z.boolean() }),
    reply: sharing,
  },
  'POST /api/send-position': {
    access: 'crew',
    summary: 'Where a crew is that shares it and drives to a customer. Only the last position is kept.',
    body: z.strictObject({ lat: latitude, lng: longitude, at: momentInput }),
    reply: z.object({
      /** False where nobody is to see it: the crew does not share, or drives to nobody. */
      isWanted: z.boolean(),
    }),
  },
  'GET /api/visit-arrival': {
    access: 'any',
    summary:
      'When the crew of a visit arrives, and where it is while it drives there, as far as it shares it.',
    query: z.strictObject({ id: id<VisitId>() }),
    reply: z.object({
      timeZone: z.string(),
      place,
      crewFirstName: z.string().nullable(),
      /** Only while the crew drives to this visit. */
      dot: place.extend({ measuredAt: moment }).nullable(),
      ...arrival,
      /** While it does others before; null where they are too many to say. */
      stopsBefore: z.int().nullable(),
    }),
  },
  'GET /api/crews-whereabouts': {
    access: 'operator',
    capability: 'see',
    summary: 'Where the crews of the market are that share it and drive to a customer.',
    reply: z.object({
      crews: z.array(
        place.extend({
          crewId: id<UserId>(),
          name: z.string(),
          visitId: id<VisitId>(),
          propertyName: z.string(),
          timeZone: z.string(),
          measuredAt: moment,
          ...arrival,
        }),
      ),
    }),
  },
})
