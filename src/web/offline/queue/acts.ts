/** What screens do with the queue. Its machinery comes after the first screen, and is on the phone from then on. */
import type { Act } from '#domain/offline/entry.ts'
import type { Instant } from '#domain/time.ts'

const machinery = () => import('./queue.ts')

/** The visit that something is done at. */
export type ActPlace = { readonly visitId: string; readonly propertyName: string; readonly timeZone: string }

/** Resolves when it is on the disk. Rejects where it could not be: then nothing is kept. */
export async function keepAct(
  { visitId, propertyName, timeZone }: ActPlace,
  act: Act,
  { at, bytes = null }: { readonly at: Instant; readonly bytes?: Blob | null },
): Promise<void> {
  const { keep } = await machinery()
  await keep({ visitId, placeName: propertyName, timeZone, at, act }, bytes)
}

/** Everything that is late or was refused is tried at once; with a visit, only what belongs to it. */
export async function retryAll(visitId?: string): Promise<void> {
  await (await machinery()).retryAll(visitId)
}

/** Only at a person's word. */
export async function discard(ids: readonly string[]): Promise<void> {
  await (await machinery()).discard(ids)
}

export async function bytesOf(id: string): Promise<Blob | null> {
  return (await machinery()).bytesOf(id)
}

/** A picture that was read before, for a page without a connection. */
export async function keptPicture(url: string): Promise<Blob | null> {
  return (await import('../kept/pictures.ts')).keptPicture(url)
}
