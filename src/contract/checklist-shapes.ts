/** A list as a crew reads it, and what is said of its items. */
import { z } from 'zod'
import { ITEM_KINDS, MOST_ITEM_LETTERS, MOST_PLACE_ITEMS, PHOTO_RULES } from '#domain/checklists/items.ts'
import { UNDONE_REASONS } from '#domain/checklists/progress.ts'
import { LANGUAGES } from '#domain/language.ts'
import { says } from './sentences.ts'
import { line, notes } from './shapes.ts'

export const itemKey = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/, says('form'))
export const itemText = line(MOST_ITEM_LETTERS)
export const itemKind = z.enum(ITEM_KINDS)
export const photoRule = z.enum(PHOTO_RULES)

export const serviceItem = z.object({
  key: itemKey,
  kind: itemKind,
  photo: photoRule,
  words: z.object({ en: z.string(), es: z.string() }),
})

/** `language`: of a customer's words, which nobody translates. */
export const listItem = serviceItem.extend({ language: z.enum(LANGUAGES).nullable() })

export const placeItem = z.object({
  key: itemKey,
  isLeftOut: z.boolean(),
  own: z
    .object({ kind: itemKind, photo: photoRule, words: z.string(), language: z.enum(LANGUAGES) })
    .nullable(),
})

/** Which versions a phone showed; null where there was none. */
export const seenList = z.strictObject({ service: z.int().nullable(), place: z.int().nullable() })

/** Why items were left undone; in words where no reason of ours fits. */
export const undoneItems = z
  .array(
    z
      .strictObject({ key: itemKey, reason: z.enum(UNDONE_REASONS), words: notes(300).default('') })
      .refine(({ reason, words }) => reason !== 'other' || words !== '', {
        message: says('writeSomething'),
        path: ['words'],
      }),
  )
  .max(MOST_PLACE_ITEMS)
