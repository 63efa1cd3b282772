import { readUnits } from '#domain/complexes/units.ts'

/** The doors of a building to choose from, behind a first choice that is none of them. */
export function doorOptions({ units }: { units: string }, none: string): { value: string; label: string }[] {
  const read = readUnits(units)
  const doors = 'units' in read ? read.units : []
  return [{ value: '', label: none }, ...doors.map((door) => ({ value: door, label: door }))]
}
