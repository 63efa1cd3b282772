/**
 * Which rows and columns of a table that scrolls both ways are in sight: all rows are as high as one another and all
 * columns as wide, so both are a division. It draws anew only when a row or a column comes into sight.
 */
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

type Axis = {
  readonly count: number
  /** Of one row or column, in pixels. */
  readonly size: number
  /** What stays in sight before them: the heading, the names. */
  readonly fixed: number
}
type Range = { readonly from: number; readonly to: number }

/** Beyond the edges, so that a quick finger sees no gap. */
const BEYOND = 4

export function useInSight(ref: RefObject<HTMLElement | null>, rows: Axis, columns: Axis) {
  const [scrolled, setScrolled] = useState<{ rows: Range; columns: Range }>(NOTHING)
  // One by one: the axes are made anew by each drawing.
  const { count: rowCount, size: rowSize, fixed: rowFixed } = rows
  const { count: columnCount, size: columnSize, fixed: columnFixed } = columns
  const look = useCallback(() => {
    const { current } = ref
    if (current === null) return
    const down = { count: rowCount, size: rowSize, fixed: rowFixed }
    const across = { count: columnCount, size: columnSize, fixed: columnFixed }
    const next = {
      rows: rangeOf(down, current.scrollTop, current.clientHeight),
      columns: rangeOf(across, current.scrollLeft, current.clientWidth),
    }
    setScrolled((before) =>
      isSame(before.rows, next.rows) && isSame(before.columns, next.columns) ? before : next,
    )
  }, [ref, rowCount, rowSize, rowFixed, columnCount, columnSize, columnFixed])
  useLayoutEffect(() => {
    const { current } = ref
    if (current === null) return
    look()
    current.addEventListener('scroll', look, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(current)
    return () => {
      current.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [ref, look])
  const show = (cell: { readonly row: number; readonly column: number }) => {
    const { current } = ref
    if (current === null) return
    current.scrollTop = uncovered(rows, cell.row, current.scrollTop, current.clientHeight)
    current.scrollLeft = uncovered(columns, cell.column, current.scrollLeft, current.clientWidth)
    look()
  }
  return { rows: indexesOf(scrolled.rows), columns: indexesOf(scrolled.columns), show }
}

const NOTHING = { rows: { from: 0, to: -1 }, columns: { from: 0, to: -1 } }

function rangeOf({ count, size, fixed }: Axis, scrolled: number, room: number): Range {
  return {
    from: Math.max(0, Math.floor(scrolled / size) - BEYOND),
    to: Math.min(count - 1, Math.ceil((scrolled + room - fixed) / size) + BEYOND),
  }
}

/** As little as is needed for one row or column to be seen whole. */
function uncovered({ size, fixed }: Axis, index: number, scrolled: number, room: number): number {
  const least = (index + 1) * size - (room - fixed)
  return Math.min(index * size, Math.max(least, scrolled))
}

function isSame(a: Range, b: Range): boolean {
  return a.from === b.from && a.to === b.to
}

function indexesOf({ from, to }: Range): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
}
