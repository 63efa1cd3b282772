/** A code is written down on this phone first, and sent from there: it counts at the time at which it was passed. */
import { readCheckpointCode } from '#domain/complexes/checkpoints.ts'
import { instant } from '#domain/time.ts'
import { device } from '#web/bridge/device.ts'
import { type ActPlace, keepAct } from '#web/offline/queue/acts.ts'

/** Who is in a stairwell waits no longer for satellites. */
const LOCATION_WITHIN_MS = 3_000

export async function keepPass(
  place: ActPlace,
  { code, isTyped }: { readonly code: string; readonly isTyped: boolean },
): Promise<void> {
  const at = instant(Date.now())
  const location = await Promise.race([device().currentLocation(), later(LOCATION_WITHIN_MS)])
  const where = location && { lat: location.lat, lng: location.lng }
  // The server says what is wrong with what can be no code.
  await keepAct(
    place,
    { kind: 'pass', code: readCheckpointCode(code) ?? code, isTyped, location: where },
    { at },
  )
}

function later(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), ms))
}
