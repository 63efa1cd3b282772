import { buffer } from 'node:stream/consumers'
import type { App } from '../app.ts'
import { Refused } from '../http/errors.ts'
import type { FileReply } from '../http/handler.ts'
import { isGenuine, type SignedPhoto } from './photo-url.ts'
import { findPhoto, type PhotoRow } from './queries.ts'
import { shrink } from './reencode.ts'

const CACHE_SECONDS = 3_600

/** A forged, expired or unknown link are all just not found. */
export async function servePhoto(app: App, link: SignedPhoto): Promise<FileReply> {
  if (!isGenuine(app, link, app.ports.clock.now())) throw new Refused('not_found')
  const photo = await findPhoto(app.db, link.id)
  if (photo === undefined) throw new Refused('not_found')
  const content = await contentOf(app, photo, link)
  if (content === null) throw new Refused('not_found')
  return { type: 'image/webp', fileName: null, content, cacheSeconds: CACHE_SECONDS }
}

/** Sizes are made when first asked for and kept beside the original; nothing is made larger than it is. */
async function contentOf(
  app: App,
  photo: PhotoRow,
  { w, q }: SignedPhoto,
): Promise<FileReply['content'] | null> {
  const { photos } = app.ports
  if (w >= photo.width) return photos.get(photo.storage_key)
  const sizedKey = photo.storage_key.replace(/\.webp$/, `-w${w}-q${q}.webp`)
  const made = await photos.get(sizedKey)
  if (made !== null) return made
  const original = await photos.get(photo.storage_key)
  if (original === null) return null
  const sized = await shrink(await buffer(original), w, q)
  await photos.put(sizedKey, sized)
  return sized
}
