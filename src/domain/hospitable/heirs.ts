/**
 * Which rental stands for one that vanished while nobody told us why: a webhook may be lost, and the whole list says only
 * that one is gone. What it was is carried by its reservations; nothing is guessed where that may be wrong.
 */
import type { PropertyId } from '../ids.ts'

export type Listed = {
  readonly hospitableId: string
  readonly name: string
  readonly address: string
  readonly parentId: string | null
  /** Null where it is none of ours. */
  readonly propertyId: PropertyId | null
  /** Ids and codes of reservations, as it is told of them now. */
  readonly reservations: ReadonlySet<string>
}

/** On the last whole list there was none such. */
export type Vanished = Omit<Listed, 'reservations' | 'propertyId'> & {
  readonly propertyId: PropertyId
  /** Ids and codes of those that are booked and to come, as we knew them; of one, either may be found again. */
  readonly reservations: readonly (readonly string[])[]
}

export type Heir = { readonly from: string; readonly to: string; readonly propertyId: PropertyId }

/**
 * `listed`: those that are on the list. Another of the same place is it where it has all that was to come there. Else of
 * those that are no place yet: one that has a coming reservation of the vanished one, where no other has one, too; where
 * none was to come, one of the same name at the same address. A house is not its room, and one rental is never two places.
 */
export function heirsOf(vanished: readonly Vanished[], listed: readonly Listed[]): Heir[] {
  const found = vanished.flatMap((each) => {
    const beside = listed.find((other) => other.propertyId === each.propertyId && hasAll(each, other))
    const free = listed.filter(
      (other) => other.propertyId === null && !areOfOneHouse(each, other) && standsFor(each, other),
    )
    const heir = beside ?? (free.length === 1 ? free[0] : undefined)
    return heir === undefined
      ? []
      : { from: each.hospitableId, to: heir.hospitableId, propertyId: each.propertyId }
  })
  return found.filter(({ to, propertyId }) =>
    found.every((other) => other.to !== to || other.propertyId === propertyId),
  )
}

function hasAll(gone: Vanished, other: Listed): boolean {
  return gone.reservations.every((names) => names.some((name) => other.reservations.has(name)))
}

function standsFor(gone: Vanished, other: Listed): boolean {
  if (gone.reservations.length > 0)
    return gone.reservations.some((names) => names.some((name) => other.reservations.has(name)))
  return plain(gone.address) !== '' && isSame(gone.address, other.address) && isSame(gone.name, other.name)
}

function areOfOneHouse(gone: Vanished, other: Listed): boolean {
  return gone.parentId === other.hospitableId || other.parentId === gone.hospitableId
}

function isSame(one: string, other: string): boolean {
  return plain(one) === plain(other)
}

function plain(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').toLowerCase()
}
