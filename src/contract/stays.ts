/** Stays of a place, the calendars that tell of them, and how these are. */
import { z } from 'zod'
import type { PropertyId, StayId, StaySourceId } from '#domain/ids.ts'
import { FEED_FAULTS, IGNORED } from '#domain/stays/calendar.ts'
import { PLATFORMS } from '#domain/stays/stay.ts'
import { defineEndpoints } from './endpoint.ts'
import { day, done, id, line, moment, timeOfDay } from './shapes.ts'

const platform = z.enum(PLATFORMS)

const shownStay = z.object({
  id: id<StayId>(),
  kind: z.enum(['stay', 'owner', 'block']),
  /** The calendar does not tell a stay from a block. */
  isGuess: z.boolean(),
  checkIn: day,
  checkOut: day,
  checkInTime: timeOfDay.nullable(),
  checkOutTime: timeOfDay.nullable(),
  nights: z.int(),
  guests: z.int().nullable(),
  pets: z.int().nullable(),
  platform: platform.nullable(),
})

const feed = z.object({
  /** The host and the last letters: the whole address is a secret. */
  shownAddress: z.string(),
  readAt: moment.nullable(),
  /** When it was whole last. */
  goodAt: moment.nullable(),
  nextReadAt: moment.nullable(),
  fault: z.enum(FEED_FAULTS).nullable(),
  isSilent: z.boolean(),
  /** Coming stays that it had and has not now. */
  missing: z.int(),
  /** Why these are not cancelled yet. */
  doubt: z.enum(['empty', 'many_missing']).nullable(),
  ignored: z.partialRecord(z.enum(IGNORED), z.int()),
  lastChange: z.object({ at: moment, added: z.int(), moved: z.int(), cancelled: z.int() }).nullable(),
})

const account = z.object({
  readAt: moment.nullable(),
  /** It lets us read no more until it is connected anew. */
  isLapsed: z.boolean(),
  /** Since when a rental of this place is on no list, and nobody knows what became of it. */
  goneSince: moment.nullable(),
})

const one = { sourceId: id<StaySourceId>() }

export const stays = defineEndpoints({
  'GET /api/stay-sources': {
    access: 'customer',
    summary:
      'What tells of a place’s stays and how it is, with the stays of the coming 120 days and their overlaps.',
    query: z.object({ propertyId: id<PropertyId>() }),
    reply: z.object({
      sources: z.array(
        z.object({
          id: id<StaySourceId>(),
          kind: z.enum(['account', 'feed']),
          platform,
          isPaused: z.boolean(),
          /** Null for an account. */
          feed: feed.nullable(),
          /** Null for a feed. */
          account: account.nullable(),
        }),
      ),
      stays: z.array(shownStay),
      overlaps: z.array(z.object({ first: shownStay, second: shownStay })),
    }),
  },
  'POST /api/add-feed': {
    access: 'customer',
    summary: 'Connects a calendar by its address (https or webcal); it is read at once.',
    body: z.strictObject({ propertyId: id<PropertyId>(), address: line(2_000) }),
    reply: z.object({ sourceId: id<StaySourceId>() }),
    refusesFrozen: true,
    callsPerMinute: 30,
  },
  'POST /api/pull-feed': {
    access: 'customer',
    summary: 'Reads a calendar now, in the background.',
    body: z.strictObject(one),
    reply: done,
    callsPerMinute: 20,
  },
  'POST /api/pause-feed': {
    access: 'customer',
    summary: 'Lets a calendar rest, or reads it again; its stays stay.',
    body: z.strictObject({ ...one, isPaused: z.boolean() }),
    reply: done,
  },
  'POST /api/remove-feed': {
    access: 'customer',
    summary:
      'Takes a calendar away; its stays stay, or those not over are cancelled where nothing else tells of them.',
    body: z.strictObject({ ...one, keepsStays: z.boolean() }),
    reply: done,
  },
  'POST /api/confirm-missing-stays': {
    access: 'customer',
    summary:
      'Says that the stays which a calendar has no more are cancelled indeed; it is read once more for it.',
    body: z.strictObject(one),
    reply: done,
    callsPerMinute: 20,
  },
})
