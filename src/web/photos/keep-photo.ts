/** A photo is written down on this phone, small and with its checksum, and sent from there. */
import type { Act } from '#domain/offline/entry.ts'
import { type Instant, instant } from '#domain/time.ts'
import { type ActPlace, keepAct } from '#web/offline/queue/acts.ts'
import { checksumOf, shrinkPhoto } from './shrink-photo.ts'

/** Resolves when it is on the disk. */
export async function keepPhoto(place: ActPlace, file: File, itemKey?: string): Promise<void> {
  askToLast()
  const photo = await shrinkPhoto(file)
  const sha256 = (await checksumOf(photo)) ?? null
  const act: Act = {
    kind: 'photo',
    sha256,
    sizeBytes: photo.size,
    photoId: null,
    ...(itemKey === undefined ? {} : { itemKey }),
  }
  await keepAct(place, act, { at: takenAt(file), bytes: photo })
}

/** Browsers may throw away what a page keeps; asked, most promise not to. */
function askToLast(): void {
  void navigator.storage?.persist?.().catch(() => false)
}

/** When the file was made, where that can be true. */
function takenAt(file: File): Instant {
  const now = Date.now()
  return instant(file.lastModified > 0 && file.lastModified <= now ? file.lastModified : now)
}
