/** Properties in the order they are shown: a heading for each group, and below it those of its properties that show. */
import type { Reply } from '#web/api.ts'

export type PropertyCard = Reply<'GET /api/properties'>[number]
export type GroupHeading = {
  readonly kind: 'group'
  /** Null for those in no group. */
  readonly groupId: PropertyCard['groupId']
  readonly name: string
  readonly count: number
  readonly isOpen: boolean
}
export type GroupedRow = GroupHeading | { readonly kind: 'property'; readonly property: PropertyCard }

/** Beyond this many, groups begin closed, so that the headings can be seen together. */
const MOST_BEGIN_OPEN = 60

/**
 * Groups by name, those in no group last; a search shows only what fits, in open groups. `toggled` holds the groups
 * that somebody opened or closed.
 */
export function groupRows(
  properties: readonly PropertyCard[],
  { search, toggled, noGroup }: { search: string; toggled: ReadonlySet<string | null>; noGroup: string },
): GroupedRow[] {
  const groups = Map.groupBy(findProperties(properties, search), (property) => property.groupId)
  const beginsOpen = termsOf(search).length > 0 || properties.length <= MOST_BEGIN_OPEN
  const sorted = [...groups].sort(([oneId, [one]], [otherId, [other]]) => {
    if (oneId === null || otherId === null) return oneId === null ? 1 : -1
    return (one!.groupName ?? '').localeCompare(other!.groupName ?? '', undefined, { numeric: true })
  })
  return sorted.flatMap(([groupId, members]) => {
    const isOpen = toggled.has(groupId) ? !beginsOpen : beginsOpen
    const name = groupId === null ? noGroup : (members[0]!.groupName ?? '')
    const heading = { kind: 'group', groupId, name, count: members.length, isOpen } as const
    return [heading, ...(isOpen ? members.map((property) => ({ kind: 'property', property }) as const) : [])]
  })
}

/** Those that have every word of the search; without one all. */
export function findProperties(properties: readonly PropertyCard[], search: string): readonly PropertyCard[] {
  const terms = termsOf(search)
  return terms.length === 0 ? properties : properties.filter((property) => fits(property, terms))
}

/** Where it is, in words: the address, else the neighbourhood with the coordinates. */
export function whereabouts(
  property: Pick<PropertyCard, 'address' | 'neighbourhood' | 'lat' | 'lng'>,
): string {
  if (property.address !== null) return property.address
  const coordinates = `${property.lat.toFixed(4)}, ${property.lng.toFixed(4)}`
  return property.neighbourhood === null ? coordinates : `${property.neighbourhood} · ${coordinates}`
}

function termsOf(search: string): string[] {
  return plain(search).split(' ').filter(Boolean)
}

function fits({ name, address, neighbourhood, groupName }: PropertyCard, terms: readonly string[]): boolean {
  const text = plain([name, address, neighbourhood, groupName].filter(Boolean).join(' '))
  return terms.every((word) => text.includes(word))
}

/** Lower case without accents. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}
