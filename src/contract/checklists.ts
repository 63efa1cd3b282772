/** Lists of services, as operators write them, and of places, as their customers change them. */
import { z } from 'zod'
import { MOST_PLACE_ITEMS, MOST_SERVICE_ITEMS } from '#domain/checklists/items.ts'
import type { PropertyId } from '#domain/ids.ts'
import { LANGUAGES } from '#domain/language.ts'
import { itemKey, itemKind, itemText, photoRule, placeItem, serviceItem } from './checklist-shapes.ts'
import { defineEndpoints } from './endpoint.ts'
import { done, id, moment } from './shapes.ts'

const service = z.string().min(1).max(40)
/** What was read, 0 where there is no list: somebody else's change since then is not written over. */
const version = z.int().min(0)

export const checklists = defineEndpoints({
  'GET /api/service-checklist': {
    access: 'operator',
    capability: 'see',
    summary: 'What crews go through where a service is done, with what was asked before.',
    query: z.object({ key: service }),
    reply: z.object({
      version: z.int(),
      items: z.array(serviceItem),
      /** Who wrote what holds; null where nobody has written one. */
      saved: z.object({ at: moment, byName: z.string() }).nullable(),
      /** Newest first, at most 10. */
      past: z.array(
        z.object({
          items: z.array(serviceItem),
          savedAt: moment,
          replacedAt: moment,
          savedByName: z.string(),
        }),
      ),
    }),
  },
  'POST /api/save-service-checklist': {
    access: 'operator',
    capability: 'catalogue',
    summary: 'What crews go through from now on, in every city; visits that have begun keep their list.',
    body: z.strictObject({
      key: service,
      version,
      items: z
        .array(
          z.strictObject({
            /** Absent: a new item. */
            key: itemKey.optional(),
            kind: itemKind,
            photo: photoRule,
            wordsEn: itemText,
            wordsEs: itemText,
          }),
        )
        .max(MOST_SERVICE_ITEMS),
    }),
    reply: z.object({ version: z.int() }),
  },
  'GET /api/place-checklists': {
    access: 'customer',
    summary: 'What crews go through at a place, by service, and what is running low there.',
    query: z.object({ id: id<PropertyId>() }),
    reply: z.object({
      lists: z.array(
        z.object({
          serviceKey: z.string(),
          version: z.int(),
          serviceItems: z.array(serviceItem),
          placeItems: z.array(placeItem),
        }),
      ),
      low: z.array(
        z.object({
          serviceKey: z.string(),
          key: z.string(),
          words: z.object({ en: z.string(), es: z.string() }),
          since: moment,
        }),
      ),
    }),
  },
  'POST /api/save-place-checklist': {
    access: 'customer',
    summary: 'Changes what crews go through at a place: order, words, items of its own and items left out.',
    body: z.strictObject({
      propertyId: id<PropertyId>(),
      serviceKey: service,
      version,
      items: z
        .array(
          z.strictObject({
            /** Absent: a new item. */
            key: itemKey.optional(),
            isLeftOut: z.boolean().default(false),
            /** Absent or null: as the service has it. */
            own: z.strictObject({ kind: itemKind, photo: photoRule, words: itemText }).nullish(),
          }),
        )
        .max(MOST_PLACE_ITEMS),
    }),
    reply: z.object({ version: z.int(), language: z.enum(LANGUAGES) }),
    refusesFrozen: true,
  },
  'POST /api/say-refilled': {
    access: 'customer',
    summary: 'What was running low at a place is there again: the crew may say so anew.',
    body: z.strictObject({ propertyId: id<PropertyId>(), serviceKey: service, key: itemKey }),
    reply: done,
  },
})
