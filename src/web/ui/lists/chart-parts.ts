/** What a chart and its picture say to each other. */

export type Bar = {
  readonly key: string
  readonly value: number
  readonly valueBefore?: number
  readonly said: string
}

export type PictureProps = {
  bars: readonly Bar[]
  index: number
  onChoose: (index: number) => void
}

export type Axes = {
  /** How a value is written on its axis. */
  sayTick: (value: number) => string
  /** What stands below the bar of this index. */
  nameOf: (index: number) => string
}
