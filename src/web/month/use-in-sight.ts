/**
 * Which rows of a table that scrolls both ways are in sight: all are as high as one another, so that is a division. It
 * draws anew only when a row comes into sight, and asks how high the frame is only when that changed.
 */
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'

type Axis = {
  /** Of one row or column, in pixels. */
  readonly size: number
  /** What stays in sight before them: the heading, the names. */
  readonly fixed: number
}
type Rows = Axis & { readonly count: number }
type Range = { readonly from: number; readonly to: number }

/** Beyond the edges, so that a quick finger sees no gap. */
const BEYOND = 4
const NOTHING: Range = { from: 0, to: -1 }

export function useInSight(ref: RefObject<HTMLElement | null>, rows: Rows, columns: Axis) {
  const [drawn, setDrawn] = useState(NOTHING)
  const known = useRef(NOTHING)
  const heightPx = useRef(0)
  // One by one: they are made anew by each drawing.
  const { count, size, fixed } = rows
  const look = useCallback(() => {
    const { current } = ref
    if (current === null) return
    const next = rangeOf({ count, size, fixed }, current.scrollTop, heightPx.current)
    if (known.current.from === next.from && known.current.to === next.to) return
    known.current = next
    setDrawn(next)
  }, [ref, count, size, fixed])
  useLayoutEffect(() => {
    const { current } = ref
    if (current === null) return
    const measure = () => {
      heightPx.current = current.clientHeight
      look()
    }
    measure()
    current.addEventListener('scroll', look, { passive: true })
    const observer = new ResizeObserver(measure)
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
  return { rows: indexesOf(drawn), show }
}

function rangeOf({ count, size, fixed }: Rows, scrolled: number, room: number): Range {
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

function indexesOf({ from, to }: Range): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
}
