/**
 * Addresses of pictures (seed §9): segments for type, width, height and quality, written behind `/images/`. Only the
 * sizes and qualities of these lists exist, so that nobody can make us compute and keep a thousand of them.
 */
export const IMAGE_TYPES = ['webp', 'jpeg', 'png'] as const
export type ImageType = (typeof IMAGE_TYPES)[number]
/** Pixels, for widths and heights. */
export const IMAGE_SIDES = [160, 320, 640, 1280, 2048] as const
export const IMAGE_QUALITIES = [60, 80] as const

export type ImageTransformation = {
  readonly type?: ImageType | undefined
  /** Pixels; the picture fits inside width and height, keeps its shape and never grows. */
  readonly width?: number | undefined
  readonly height?: number | undefined
  /** 1 to 100. */
  readonly quality?: number | undefined
}

const ROOT = '/images/'

/**
 * `/images/7f3a?exp=1&sig=2` becomes `/images/f_webp,w_320,q_80/7f3a?exp=1&sig=2`. A side or quality between two of
 * the list means the next larger one. An address with a host becomes https; one that is not ours is else left alone.
 */
export function imageUrl(source: string, transformation: ImageTransformation): string {
  const secure = source.replace(/^(?:https?:)?\/\//i, 'https://')
  const [, before, path, query] = /^((?:https:\/\/[^/?#]+)?[^?#]*?\/images\/)([^?#]*)(.*)$/.exec(secure) ?? []
  if (before === undefined || path === undefined || !before.endsWith(ROOT)) return secure
  const name = path.slice(path.lastIndexOf('/') + 1)
  const segments = imageSegments(transformation)
  return `${before}${segments === '' ? '' : `${segments}/`}${name}${query ?? ''}`
}

/** `f_webp,w_320,h_160,q_80`; empty where nothing is asked for. */
export function imageSegments({ type, width, height, quality }: ImageTransformation): string {
  const parts: readonly (readonly [string, string | number | undefined])[] = [
    ['f', type],
    ['w', nextOf(IMAGE_SIDES, width)],
    ['h', nextOf(IMAGE_SIDES, height)],
    ['q', nextOf(IMAGE_QUALITIES, quality)],
  ]
  return parts
    .filter(([, value]) => value !== undefined)
    .map(([letter, value]) => `${letter}_${value}`)
    .join(',')
}

/** What segments ask for; null unless they are written exactly as `imageSegments` writes them. */
export function parseImageSegments(segments: string): ImageTransformation | null {
  const [, type, width, height, quality] = SEGMENTS.exec(segments) ?? []
  const transformation = {
    type: IMAGE_TYPES.find((each) => each === type),
    width: numberOf(width),
    height: numberOf(height),
    quality: numberOf(quality),
  }
  return segments !== '' && imageSegments(transformation) === segments ? transformation : null
}

const SEGMENTS = /^(?:f_([a-z]{3,4}))?(?:,?w_(\d{1,4}))?(?:,?h_(\d{1,4}))?(?:,?q_(\d{1,3}))?$/

function numberOf(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits)
}

/** The smallest of a rising list that is enough, else its largest; nothing for what is no size. */
function nextOf(list: readonly number[], wanted: number | undefined): number | undefined {
  if (wanted === undefined || !(wanted > 0)) return undefined
  return list.find((each) => each >= wanted) ?? list.at(-1)
}
