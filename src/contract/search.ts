/** What an operator finds by typing: people, places, notes, and whatever a number that was read out names. */
import { z } from 'zod'
import type { SearchEntryId, UserId } from '#domain/ids.ts'
import { defineEndpoints } from './endpoint.ts'
import { done, id } from './shapes.ts'

const FOUND_KINDS = [
  'customer',
  'crew',
  'operator',
  'place',
  'complex',
  'group',
  'note',
  'visit',
  'job',
  'order',
  'payment',
  'invoice',
  'payout',
] as const
export type FoundKind = (typeof FOUND_KINDS)[number]

const found = z.object({
  kind: z.enum(FOUND_KINDS),
  id: id<SearchEntryId>(),
  /** The person that it is or belongs to. */
  ownerId: id<UserId>(),
  /** Null where it is the person. */
  ownerName: z.string().nullable(),
  title: z.string(),
  detail: z.string(),
  isRemoved: z.boolean(),
})

export const search = defineEndpoints({
  'POST /api/search': {
    access: 'operator',
    capability: 'see',
    summary:
      'Up to 30 people, places and notes of the market by the beginnings of words, phones and numbers, the closest first.',
    body: z.strictObject({ text: z.string().trim().max(100) }),
    reply: z.object({ found: z.array(found) }),
    callsPerMinute: 600,
  },
  'GET /api/search-marks': {
    access: 'operator',
    capability: 'see',
    summary: 'What the operator pinned and what it opened last.',
    reply: z.object({ pinned: z.array(found), recent: z.array(found) }),
  },
  'POST /api/open-found': {
    access: 'operator',
    capability: 'see',
    summary: 'Remembers that the operator opened what it found.',
    body: z.strictObject({ id: id<SearchEntryId>() }),
    reply: done,
  },
  'POST /api/pin-found': {
    access: 'operator',
    capability: 'see',
    summary: 'Keeps what was found on top of the search, or no longer.',
    body: z.strictObject({ id: id<SearchEntryId>(), isPinned: z.boolean() }),
    reply: done,
  },
})
