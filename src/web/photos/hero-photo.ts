export type HeroPhoto = {
  url: string
  alt: string
  width?: number
  height?: number
  /** What it shows, where that has a word: before, after. */
  label?: string
}
