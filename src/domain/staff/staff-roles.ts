/** What somebody holds: one role in every city, those to come included, or a role in each of some. */
import { mayDo, type StaffRole } from './roles.ts'
import type { Refusal } from '../refusals.ts'

export type StaffRoles = {
  readonly everywhere: StaffRole | null
  readonly cities: Readonly<Record<string, StaffRole>>
}

export const NO_ROLES: StaffRoles = { everywhere: null, cities: {} }

export function roleAt({ everywhere, cities }: StaffRoles, marketId: string): StaffRole | null {
  return everywhere ?? cities[marketId] ?? null
}

export function hasNoRole({ everywhere, cities }: StaffRoles): boolean {
  return everywhere === null && Object.keys(cities).length === 0
}

export function areAlike(one: StaffRoles, other: StaffRoles): boolean {
  return one.everywhere === other.everywhere && changedCities(one, other).length === 0
}

/** Cities in which two differ, by themselves and not because one holds everywhere. */
export function changedCities(before: StaffRoles, after: StaffRoles): string[] {
  const all = new Set([...Object.keys(before.cities), ...Object.keys(after.cities)])
  return [...all].filter((marketId) => before.cities[marketId] !== after.cities[marketId])
}

/** Whoever gives or takes a role is in charge of the staff where it holds; one in every city, everywhere. */
export function refuseRoles(
  giver: StaffRoles,
  { before, after }: { readonly before: StaffRoles; readonly after: StaffRoles },
): Refusal | null {
  const isEverywhere = mayDo(giver.everywhere, 'staff')
  if (before.everywhere !== after.everywhere && !isEverywhere) return { refused: 'every_city_needed' }
  const mayIn = (marketId: string) => mayDo(roleAt(giver, marketId), 'staff')
  return changedCities(before, after).every(mayIn) ? null : { refused: 'role_forbids' }
}
