/** How high and wide the parts of the month are, in pixels. */
export type Measures = {
  readonly head: number
  readonly row: number
  /** Names beside the days; where there is no room for them they stand above, `title` high. */
  readonly name: number
  readonly title: number
  /** How wide a day is: those of a month scroll, those of a week share what there is. */
  readonly day: string
}

const DAY_WIDTH = 42
const WEEK = 7

export const WIDE = { head: 48, row: 62, name: 208, title: 0, day: `${DAY_WIDTH}px` } as const
export const NARROW = { head: 48, row: 94, name: 0, title: 34, day: `${100 / WEEK}%` } as const

/** Where the days scroll. */
export function dayWidth(measures: Measures): number {
  return measures.name === 0 ? 0 : DAY_WIDTH
}
