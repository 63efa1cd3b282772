import { useText } from '#web/text/store.ts'
import type { Exception } from './replies.ts'

type Named = { id: string; name: string }

/** An exception in a sentence: which door, which building, and what was written. */
export function useExceptionText(buildings: readonly Named[]) {
  const texts = useText().complexes.exceptions
  return ({ kind, buildingId, unitLabel, note: written }: Exception): string => {
    const building = buildings.find((each) => each.id === buildingId)?.name ?? texts.wholeComplex
    const where = unitLabel === null ? building : texts.doorOf(building, unitLabel)
    const what = kind === 'leave_out' ? texts.leftOut(where) : where
    return written === '' ? what : `${what}: ${written}`
  }
}
