/** Photos of visits: sent by the crew as they are, served by links that we sign. */
import { z } from 'zod'
import type { PhotoId, VisitId } from '#domain/ids.ts'
import { itemKey } from './checklist-shapes.ts'
import { defineEndpoints } from './endpoint.ts'
import { says } from './sentences.ts'
import { id, momentInput } from './shapes.ts'

/** Threats, "Numbers to hold". */
export const PHOTO_LIMIT_BYTES = 20 * 1024 * 1024

/** A photo in a reply: links that open it for about an hour; `imageUrl` of `domain/images.ts` makes other sizes of them. */
export const photo = z.object({
  photoId: id<PhotoId>(),
  thumbnailUrl: z.string(),
  url: z.string(),
  width: z.int(),
  height: z.int(),
})

export const photos = defineEndpoints({
  'POST /api/upload-visit-photo': {
    access: 'crew',
    isShedLast: true,
    summary: 'Adds one photo to a visit of this crew. The same picture sent twice is one.',
    query: z.strictObject({
      visitId: id<VisitId>(),
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/, says('checksum'))
        .optional(),
      takenAt: momentInput.optional(),
      /** Which item of the visit’s list it shows. */
      itemKey: itemKey.optional(),
    }),
    // HEIC is taken in only to be refused with a sentence that says what to do.
    takesFile: {
      maximumBytes: PHOTO_LIMIT_BYTES,
      types: ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif'],
    },
    reply: z.object({ photo, photoCount: z.int(), photosRequired: z.int() }),
    refusesFrozen: true,
    callsPerMinute: 240,
  },
})
