/** Private photos open by links that we sign: for one photo, in any of the sizes, about an hour. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PhotoId } from '#domain/ids.ts'
import { type ImageTransformation, imageUrl } from '#domain/images.ts'
import { HOUR_MS, type Instant } from '#domain/time.ts'
import type { App } from '../app.ts'

export type SignedPhoto = {
  readonly photoId: PhotoId
  /** Epoch seconds. */
  readonly exp: number
  readonly sig: string
}

/** Good for one to two hours; the same within an hour, so that browsers find it in their cache. */
export function photoUrl(app: App, photoId: PhotoId, transformation: ImageTransformation): string {
  const thisHour = Math.floor(app.ports.clock.now() / HOUR_MS)
  const unsigned = { photoId, exp: ((thisHour + 2) * HOUR_MS) / 1_000 }
  const sig = signatureBy(app.config.secret, unsigned).toString('base64url')
  const source = `${app.config.imageBaseUrl ?? ''}/images/${photoId}?exp=${unsigned.exp}&sig=${sig}`
  return imageUrl(source, { type: 'webp', quality: 80, ...transformation })
}

export function isGenuine(app: App, link: SignedPhoto, now: Instant): boolean {
  const given = Buffer.from(link.sig, 'base64url')
  const { secret, formerSecrets } = app.config
  const isRight = [secret, ...formerSecrets].some((each) => {
    const right = signatureBy(each, link)
    return given.length === right.length && timingSafeEqual(given, right)
  })
  return isRight && link.exp * 1_000 > now
}

/** How a photo appears in replies. */
export function toPhotoReply(app: App, row: { id: PhotoId; width: number; height: number }) {
  return {
    photoId: row.id,
    thumbnailUrl: photoUrl(app, row.id, { width: 320 }),
    url: photoUrl(app, row.id, { width: 1280 }),
    width: row.width,
    height: row.height,
  }
}

/** The size stays out of it: every size of the list shows the same picture. */
function signatureBy(secret: string, { photoId, exp }: Omit<SignedPhoto, 'sig'>): Buffer {
  return createHmac('sha256', secret).update(`photo\n${photoId}\n${exp}`).digest()
}
