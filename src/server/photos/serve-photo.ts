import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ShareId } from '#domain/ids.ts'
import { IMAGE_QUALITIES, type ImageTransformation, type ImageType } from '#domain/images.ts'
import type { App } from '../app.ts'
import { isGenuine, type SignedPhoto } from '../pictures/sign-photo-url.ts'
import { transform } from '../pictures/reencode-picture.ts'
import { copyKey } from '../ports/photos/port.ts'
import { Refused } from '../refused.ts'
import { findPhoto, type PhotoRow } from './queries.ts'

const BEST_QUALITY = IMAGE_QUALITIES[1]

export type ServedPhoto = { readonly type: ImageType; readonly content: Buffer | Readable }

/** Undefined where the share ended. */
export type ReadThroughShare = <Answer>(
  app: App,
  shareId: ShareId,
  read: (app: App) => Promise<Answer>,
) => Promise<Answer | undefined>

/** A forged, expired or unknown link are all just not found. */
export async function servePhoto(
  app: App,
  link: SignedPhoto,
  asked: ImageTransformation,
  readThroughShare: ReadThroughShare,
): Promise<ServedPhoto> {
  if (!isGenuine(app, link, app.ports.clock.now())) throw new Refused('not_found')
  const photo = await findShown(app, link, readThroughShare)
  if (photo === undefined) throw new Refused('not_found')
  const needed = neededOf(photo, asked)
  const content = await contentOf(app, photo, needed)
  if (content === null) throw new Refused('not_found')
  return { type: needed.type, content }
}

/** What a helper was given shows as long as its access reaches it. */
async function findShown(
  app: App,
  { photoId, share }: SignedPhoto,
  readThroughShare: ReadThroughShare,
): Promise<PhotoRow | undefined> {
  if (share === undefined) return findPhoto(app.db, photoId)
  return readThroughShare(app, share, ({ db }) => findPhoto(db, photoId))
}

type Needed = ImageTransformation & { readonly type: ImageType }

/** What is left to do: nothing is made larger than it is, and a PNG has no quality. */
function neededOf(photo: PhotoRow, { type = 'webp', width, height, quality }: ImageTransformation): Needed {
  const smallerWidth = width !== undefined && width < photo.width ? width : undefined
  const smallerHeight = height !== undefined && height < photo.height ? height : undefined
  const isWhole = smallerWidth === undefined && smallerHeight === undefined
  const hasQuality = type !== 'png' && !(isWhole && type === 'webp')
  return {
    type,
    width: smallerWidth,
    height: smallerHeight,
    quality: hasQuality ? (quality ?? BEST_QUALITY) : undefined,
  }
}

/** Variants are made when first asked for and kept beside the original. */
async function contentOf(app: App, photo: PhotoRow, needed: Needed): Promise<ServedPhoto['content'] | null> {
  const { photos } = app.ports
  const { type, width, height, quality } = needed
  if (type === 'webp' && width === undefined && height === undefined) return photos.get(photo.storage_key)
  const name = [width && `w${width}`, height && `h${height}`, quality && `q${quality}`].filter(Boolean)
  const key = copyKey(photo.storage_key, name.join('-'), type)
  const made = await photos.get(key)
  if (made !== null) return made
  const original = await photos.get(photo.storage_key)
  if (original === null) return null
  const bytes = await transform(await buffer(original), needed)
  await photos.put(key, bytes)
  return bytes
}
