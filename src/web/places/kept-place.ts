/** A chosen address, as a form in steps finds it again in this browser. */
import { fieldsIn, textOf } from '#contract/outside.ts'
import type { ChosenPlace } from './address-field.tsx'

export function placeIn(kept: unknown): ChosenPlace | null {
  const { address, lat, lng, neighbourhood, timeZone } = fieldsIn(kept)
  if (typeof address !== 'string' || typeof lat !== 'number' || typeof lng !== 'number') return null
  return { address, lat, lng, neighbourhood: textOf(neighbourhood) ?? null, timeZone: textOf(timeZone) ?? '' }
}
