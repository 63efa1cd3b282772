/** How high and wide the parts of the month are, in pixels. */
export type Measures = {
  readonly head: number
  readonly row: number
  /** Names beside the days; where there is no room for them they stand above, `title` high. */
  readonly name: number
  readonly title: number
  /** Of a month; those of a week share what there is. */
  readonly day: number
}

export const WIDE: Measures = { head: 48, row: 62, name: 208, title: 0, day: 42 }
export const NARROW: Measures = { head: 48, row: 94, name: 0, title: 34, day: 0 }
