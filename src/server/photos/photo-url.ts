/** Private photos open by links that we sign: for one photo, one size, about an hour. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PhotoQuality, PhotoWidth } from '#contract/photos.ts'
import { HOUR_MS, type Instant } from '#domain/time.ts'
import type { App } from '../app.ts'

export type PhotoSize = { readonly width: PhotoWidth; readonly quality?: PhotoQuality }

export type SignedPhoto = {
  readonly id: string
  readonly w: number
  readonly q: number
  /** Epoch seconds. */
  readonly exp: number
  readonly sig: string
}

/** Good for one to two hours; the same within an hour, so that browsers find it in their cache. */
export function photoUrl(app: App, photoId: string, { width, quality = 80 }: PhotoSize): string {
  const thisHour = Math.floor(app.ports.clock.now() / HOUR_MS)
  const unsigned = { id: photoId, w: width, q: quality, exp: ((thisHour + 2) * HOUR_MS) / 1_000 }
  const sig = signatureOf(app, unsigned).toString('base64url')
  return `/api/photo?id=${photoId}&w=${width}&q=${quality}&exp=${unsigned.exp}&sig=${sig}`
}

export function isGenuine(app: App, link: SignedPhoto, now: Instant): boolean {
  const given = Buffer.from(link.sig, 'base64url')
  const right = signatureOf(app, link)
  return given.length === right.length && timingSafeEqual(given, right) && link.exp * 1_000 > now
}

/** How a photo appears in replies. */
export function toPhotoReply(app: App, row: { id: string; width: number; height: number }) {
  return {
    photoId: row.id,
    thumbnailUrl: photoUrl(app, row.id, { width: 320 }),
    url: photoUrl(app, row.id, { width: 1280 }),
    width: row.width,
    height: row.height,
  }
}

function signatureOf(app: App, { id, w, q, exp }: Omit<SignedPhoto, 'sig'>): Buffer {
  return createHmac('sha256', app.config.secret).update(`photo\n${id}\n${w}\n${q}\n${exp}`).digest()
}
