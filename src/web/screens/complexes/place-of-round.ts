import type { ActPlace } from '#web/offline/queue/acts.ts'
import type { CrewRound } from './replies.ts'

/** Where photos of this round are taken. */
export function placeOf({ visitId, complexName, timeZone }: CrewRound): ActPlace {
  return { visitId, propertyName: complexName, timeZone }
}
