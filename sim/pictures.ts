/** Small drawn pictures that stand for photos of work done: a few, made once. */
import { Readable } from 'node:stream'
import sharp from 'sharp'

export type Pictures = {
  /** Any of them; the same number gives the same picture. */
  open(number: number, size: PictureSize): Readable
}

/** Large ones are looked at; small ones need only be pictures. */
type PictureSize = 'small' | 'large'

const WIDTH_PIXELS: Record<PictureSize, number> = { small: 96, large: 560 }

type Look = { readonly sky: string; readonly ground: string; readonly house: string; readonly bin: string }

const LOOKS: readonly Look[] = [
  { sky: '#9cc7e8', ground: '#8aa46b', house: '#c8846a', bin: '#2f6f4f' },
  { sky: '#d8e4ec', ground: '#b9b3a4', house: '#8799a8', bin: '#3f4f8f' },
  { sky: '#f1c9a3', ground: '#7f8f5e', house: '#a9785d', bin: '#5b4636' },
  { sky: '#b5c9d6', ground: '#dfe6ea', house: '#94524b', bin: '#356a86' },
  { sky: '#8fb8de', ground: '#94ad74', house: '#d9c28f', bin: '#7a3b2e' },
  { sky: '#c4d7e2', ground: '#a39a86', house: '#6f7f5f', bin: '#454545' },
]

export async function drawPictures(): Promise<Pictures> {
  const [small, large] = await Promise.all([drawAll('small'), drawAll('large')])
  const drawn = { small, large }
  return { open: (number, size) => Readable.from([drawn[size][number % LOOKS.length]!]) }
}

function drawAll(size: PictureSize): Promise<Buffer[]> {
  return Promise.all(LOOKS.map((look, index) => draw(look, index, WIDTH_PIXELS[size])))
}

function draw(look: Look, index: number, width: number): Promise<Buffer> {
  return sharp(Buffer.from(sceneOf(look, index)))
    .resize({ width })
    .jpeg({ quality: 78 })
    .toBuffer()
}

/** A house, a path, and two bins at the curb. */
function sceneOf({ sky, ground, house, bin }: Look, index: number): string {
  const left = 60 + index * 14
  const binAt = 250 + (index % 3) * 34
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 360" width="480" height="360">
    <rect width="480" height="360" fill="${sky}"/>
    <path d="M0 190 L110 120 L190 170 L300 100 L480 185 V240 H0 Z" fill="#7d8fa3" opacity="0.6"/>
    <rect y="220" width="480" height="140" fill="${ground}"/>
    <rect y="300" width="480" height="60" fill="#8c8c8c"/>
    <rect x="${left}" y="130" width="150" height="120" fill="${house}"/>
    <path d="M${left - 14} 132 L${left + 75} 76 L${left + 164} 132 Z" fill="#4d4038"/>
    <rect x="${left + 56}" y="186" width="38" height="64" fill="#3c2f2a"/>
    <rect x="${left + 12}" y="156" width="30" height="30" fill="#f6e7b4"/>
    <rect x="${left + 108}" y="156" width="30" height="30" fill="#f6e7b4"/>
    <g fill="${bin}">
      <rect x="${binAt}" y="242" width="40" height="60" rx="4"/><rect x="${binAt - 3}" y="234" width="46" height="10" rx="3"/>
      <rect x="${binAt + 54}" y="246" width="38" height="56" rx="4"/><rect x="${binAt + 51}" y="238" width="44" height="10" rx="3"/>
    </g>
  </svg>`
}
