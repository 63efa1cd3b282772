/** A phone's photo has up to 12 MB; two megapixels prove as much and get through with one bar of signal. */
const LONGEST_SIDE = 2_048
const SMALL_ENOUGH_BYTES = 1_000_000
const QUALITY = 0.85

/** A smaller JPEG of the picture, upright; the file itself where it is small or this browser cannot read it. */
export async function shrinkPhoto(file: File): Promise<Blob> {
  if (file.size <= SMALL_ENOUGH_BYTES && file.type === 'image/jpeg') return file
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const { width, height } = fitted(picture)
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    canvas.getContext('2d')!.drawImage(picture, 0, 0, width, height)
    picture.close()
    const smaller = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
    return smaller ?? file
  } catch {
    return file
  }
}

export function fitted({ width, height }: { width: number; height: number }): {
  width: number
  height: number
} {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** Hexadecimal SHA-256, by which the server tells a photo that was damaged on its way; undefined over plain http. */
export async function checksumOf(blob: Blob): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined
  const digest = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
