import sharp from 'sharp'

/** Of 255, in any of red, green and blue: a softer edge of a letter is no other picture. */
const SAME_COLOUR = 40

/** The share of pixels that differ, and a picture of them in red over the paled first one. */
export async function comparePictures(
  accepted: Buffer,
  shown: Buffer,
): Promise<{ share: number; drawing: Buffer }> {
  const [one, other] = [await read(accepted), await read(shown)]
  const { width, height } = one.info
  if (other.info.width !== width || other.info.height !== height) return { share: 1, drawing: shown }
  const drawn = Buffer.alloc(one.data.length)
  let different = 0
  for (let at = 0; at < one.data.length; at += 3) {
    const isOther = [0, 1, 2].some(
      (channel) => Math.abs(one.data[at + channel]! - other.data[at + channel]!) > SAME_COLOUR,
    )
    if (isOther) different += 1
    for (const channel of [0, 1, 2])
      drawn[at + channel] = isOther ? (channel === 0 ? 255 : 0) : 255 - (255 - one.data[at + channel]!) / 4
  }
  const drawing = await sharp(drawn, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
  return { share: different / (width * height), drawing }
}

async function read(picture: Buffer) {
  return sharp(picture).removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
}
