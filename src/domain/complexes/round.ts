/** The round of a night: what is left out, and how far the crew has come. */
import type { LocalDate } from '../time.ts'

export type NightException = {
  readonly kind: 'leave_out' | 'note'
  readonly buildingId: string | null
  readonly unitLabel: string | null
  readonly from: LocalDate
  readonly to: LocalDate
}

export type RoundBuilding = { readonly id: string; readonly checkedAt: number | null }

/** The exceptions that concern a night. */
export function exceptionsOn<Exception extends NightException>(
  exceptions: readonly Exception[],
  date: LocalDate,
): Exception[] {
  return exceptions.filter(({ from, to }) => from <= date && date <= to)
}

/** Whether a whole building is left out by exceptions of that night. */
export function isLeftOut(exceptions: readonly NightException[], buildingId: string): boolean {
  return exceptions.some(
    (each) => each.kind === 'leave_out' && each.buildingId === buildingId && each.unitLabel === null,
  )
}

/** The single doors of a building that are left out, in the order they were said. */
export function unitsLeftOut(exceptions: readonly NightException[], buildingId: string): string[] {
  const labels = exceptions.flatMap((each) =>
    each.kind === 'leave_out' && each.buildingId === buildingId && each.unitLabel !== null
      ? [each.unitLabel]
      : [],
  )
  return [...new Set(labels)]
}

/** How many buildings the night has to do, and has done; one that is left out and done all the same counts for both. */
export function progressOf(
  buildings: readonly RoundBuilding[],
  exceptions: readonly NightException[],
): { checkedCount: number; buildingCount: number } {
  const wanted = buildings.filter(
    (building) => building.checkedAt !== null || !isLeftOut(exceptions, building.id),
  )
  return {
    buildingCount: wanted.length,
    checkedCount: wanted.filter((building) => building.checkedAt !== null).length,
  }
}
