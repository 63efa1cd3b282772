/** What a crew goes through at a visit: the list of its service, as the place has it. */
import type { InEachLanguage, Language } from '../language.ts'

export const PHOTO_RULES = ['none', 'wanted', 'required'] as const
type PhotoRule = (typeof PHOTO_RULES)[number]

/** A task is done and ticked; of a supply the crew says that it is running low. */
export const ITEM_KINDS = ['task', 'supply'] as const
type ItemKind = (typeof ITEM_KINDS)[number]

export const MOST_SERVICE_ITEMS = 30
/** Those of the service and those of its customer. */
export const MOST_PLACE_ITEMS = 40
export const MOST_ITEM_LETTERS = 120

/** An item of a service. Its key stays while its words change, so that what was ticked stays with it. */
export type ServiceItem = {
  readonly key: string
  readonly kind: ItemKind
  readonly photo: PhotoRule
  readonly words: InEachLanguage
}

/** An item in its customer's words. */
type OwnItem = {
  readonly kind: ItemKind
  readonly photo: PhotoRule
  readonly words: string
  /** In which it was written: nobody translates it. */
  readonly language: Language
}

/** What a customer says of one item at one place. */
export type PlaceItem = {
  readonly key: string
  /** Of the service, and not done here. */
  readonly isLeftOut: boolean
  /** Null: as the service has it. */
  readonly own: OwnItem | null
}

/** An item as a crew reads it, and as a visit keeps it. */
export type ListItem = ServiceItem & {
  /** Of a customer's words, which stand in both languages as they were written. */
  readonly language: Language | null
}

/** What is said of an item at a place, beside what its service has. */
export type PlaceRow = PlaceItem & {
  /** Null: the place's own. */
  readonly ofService: ServiceItem | null
}

/**
 * The rows of a place, those left out among them: its own order first; what the service has and the place does not name
 * comes after the item that it follows in the service's list, so that an item that an operator adds later is asked for
 * everywhere. Own words outlive the item that they replaced.
 */
export function rowsOfPlace(service: readonly ServiceItem[], place: readonly PlaceItem[]): PlaceRow[] {
  const ofService = new Map(service.map((item) => [item.key, item]))
  const rows = place
    .filter(({ key, own }) => own !== null || ofService.has(key))
    .map((item): PlaceRow => ({ ...item, ofService: ofService.get(item.key) ?? null }))
  for (const [index, item] of service.entries()) {
    if (rows.some(({ key }) => key === item.key)) continue
    const before = service[index - 1]
    const at = before === undefined ? 0 : rows.findIndex(({ key }) => key === before.key) + 1
    rows.splice(at, 0, { key: item.key, isLeftOut: false, own: null, ofService: item })
  }
  return rows
}

/** The list of a place, as its crews go through it. */
export function listOfPlace(service: readonly ServiceItem[], place: readonly PlaceItem[]): ListItem[] {
  return rowsOfPlace(service, place).flatMap(({ key, isLeftOut, own, ofService }) => {
    if (isLeftOut) return []
    if (own) return [ownItem(key, own)]
    return ofService ? [{ ...ofService, language: null }] : []
  })
}

function ownItem(key: string, { kind, photo, words, language }: OwnItem): ListItem {
  return { key, kind, photo: kind === 'supply' ? 'none' : photo, words: { en: words, es: words }, language }
}

/** Which keys stand there twice: an item is known by its key alone. */
export function doubledKeys(items: readonly { readonly key: string }[]): string[] {
  const keys = items.map(({ key }) => key)
  return [...new Set(keys.filter((key, index) => keys.indexOf(key) !== index))]
}
