/**
 * A picture is never kept as it came: it is decoded and written anew as WebP. That drops where it was taken, whose
 * camera it was, and whatever else was hidden in the file; only the way up is kept.
 */
import { open } from 'node:fs/promises'
import sharp from 'sharp'
import type { ImageTransformation, ImageType } from '#domain/images.ts'

export type Reencoded = { readonly bytes: Buffer; readonly width: number; readonly height: number }
export type PictureFault = 'heic' | 'not_a_picture' | 'unreadable' | 'too_many_pixels'

const LONGEST_SIDE = 2_048
/** A 31 KB file can hold 256 megapixels (threats, facts). */
const MAX_PIXELS = 50_000_000
/** A picture decoded takes up to 200 MB. */
const AT_ONCE = 2

/** Reads the file at a path; what it calls itself is not believed. */
export async function reencode(path: string): Promise<Reencoded | { readonly fault: PictureFault }> {
  const kind = await sniff(path)
  if (kind === 'heic' || kind === null) return { fault: kind ?? 'not_a_picture' }
  return inTurn(async () => {
    try {
      const { data, info } = await sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
        .autoOrient()
        .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 82 })
        .toBuffer({ resolveWithObject: true })
      return { bytes: data, width: info.width, height: info.height }
    } catch (error) {
      return { fault: /pixel limit/.test(String(error)) ? 'too_many_pixels' : 'unreadable' }
    }
  })
}

/** One of the served variants, from bytes that we wrote ourselves. Keeps the shape and never enlarges. */
export function transform(
  bytes: Buffer,
  { type, width, height, quality }: ImageTransformation & { type: ImageType },
): Promise<Buffer> {
  return inTurn(() =>
    sharp(bytes)
      .resize({ width, height, fit: 'inside', withoutEnlargement: true })
      // JPEG knows no transparency.
      .flatten(type === 'jpeg' ? { background: '#fff' } : false)
      .toFormat(type, quality === undefined ? {} : { quality })
      .toBuffer(),
  )
}

/** By its first bytes. */
async function sniff(path: string): Promise<'jpeg' | 'png' | 'webp' | 'heic' | null> {
  const file = await open(path, 'r')
  try {
    const { buffer } = await file.read(Buffer.alloc(16), 0, 16, 0)
    if (buffer.readUInt32BE(0) >>> 8 === 0xffd8ff) return 'jpeg'
    if (buffer.subarray(0, 8).equals(PNG)) return 'png'
    if (buffer.toString('latin1', 0, 4) === 'RIFF' && buffer.toString('latin1', 8, 12) === 'WEBP')
      return 'webp'
    return /^ftyp(hei|hev|mif|msf)/.test(buffer.toString('latin1', 4, 12)) ? 'heic' : null
  } finally {
    await file.close()
  }
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

let running = 0
const waiting: (() => void)[] = []

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next === undefined) running--
    else next()
  }
}
