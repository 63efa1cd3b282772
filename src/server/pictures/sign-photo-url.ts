/**
 * Private photos open by links that we sign: for one photo, in any of the sizes, about an hour, and where a helper was
 * given them no longer than its share shows the photo.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PhotoId, ShareId } from '#domain/ids.ts'
import { type ImageTransformation, imageUrl } from '#domain/images.ts'
import { HOUR_MS, type Instant } from '#domain/time.ts'
import type { App } from '../app.ts'

export type SignedPhoto = {
  readonly photoId: PhotoId
  /** Epoch seconds. */
  readonly exp: number
  readonly sig: string
  readonly share?: ShareId | undefined
}

/** Good for one to two hours; the same within an hour, so that browsers find it in their cache. */
export function photoUrl(app: App, photoId: PhotoId, transformation: ImageTransformation): string {
  const thisHour = Math.floor(app.ports.clock.now() / HOUR_MS)
  const share = app.shareId
  const unsigned = { photoId, exp: ((thisHour + 2) * HOUR_MS) / 1_000, share }
  const sig = signatureBy(app.config.secret, unsigned).toString('base64url')
  const query = `exp=${unsigned.exp}&sig=${sig}${share === undefined ? '' : `&share=${share}`}`
  const source = `${app.config.imageBaseUrl ?? ''}/images/${photoId}?${query}`
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
function signatureBy(secret: string, { photoId, exp, share }: Omit<SignedPhoto, 'sig'>): Buffer {
  const signed = ['photo', photoId, exp, ...(share === undefined ? [] : [share])].join('\n')
  return createHmac('sha256', secret).update(signed).digest()
}
