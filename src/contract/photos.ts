/** Photos of visits: sent by the crew as they are, served by links that we sign. */
import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { id, momentInput } from './shapes.ts'

/** Threats, "Numbers to hold". */
export const PHOTO_LIMIT_BYTES = 20 * 1024 * 1024

/** The widths that a picture is served in; never wider than it is. */
export const PHOTO_WIDTHS = [160, 320, 640, 1280, 2048] as const
export type PhotoWidth = (typeof PHOTO_WIDTHS)[number]
export const PHOTO_QUALITIES = [60, 80] as const
export type PhotoQuality = (typeof PHOTO_QUALITIES)[number]

/** A photo in a reply: links that open it for about an hour. */
export const photo = z.object({
  photoId: id(),
  thumbnailUrl: z.string(),
  url: z.string(),
  width: z.int(),
  height: z.int(),
})

export const photos = defineEndpoints({
  'POST /api/upload-visit-photo': {
    access: 'crew',
    summary: 'Adds one photo to a visit of this crew. The same picture sent twice is one.',
    query: z.strictObject({
      visitId: id(),
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/, 'A checksum has 64 hexadecimal digits.')
        .optional(),
      takenAt: momentInput.optional(),
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
  'GET /api/photo': {
    access: 'public',
    summary: 'A photo in one of the sizes, by a link that we signed and that has not expired.',
    query: z.object({
      id: id(),
      w: z.coerce.number().refine((width) => PHOTO_WIDTHS.some((each) => each === width), 'No such width.'),
      q: z.coerce
        .number()
        .refine((quality) => PHOTO_QUALITIES.some((each) => each === quality), 'No such quality.'),
      exp: z.coerce.number().int().min(0).max(99_999_999_999),
      sig: z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'No such signature.'),
    }),
    reply: z.unknown(),
    repliesFile: true,
  },
})
