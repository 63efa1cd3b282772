/** Which part of the sheet is in sight, in steps: scrolling is the browser's, and rows are drawn only where a step is crossed. */
import { type RefObject, useEffect, useState } from 'react'

export type InSight = {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

const STEP_X = 480
const STEP_Y = 176
/** Until the page is laid out. */
const NOTHING: InSight = { top: 0, bottom: 900, left: 0, right: 1_920 }

export function useWindow(scroller: RefObject<HTMLElement | null>): InSight {
  const [inSight, setInSight] = useState(NOTHING)
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const look = () => {
      const { scrollTop, scrollLeft, clientHeight, clientWidth } = element
      const next = {
        top: Math.floor(scrollTop / STEP_Y) * STEP_Y - STEP_Y,
        bottom: Math.ceil((scrollTop + (clientHeight || NOTHING.bottom)) / STEP_Y) * STEP_Y + STEP_Y,
        left: Math.floor(scrollLeft / STEP_X) * STEP_X - STEP_X,
        right: Math.ceil((scrollLeft + (clientWidth || NOTHING.right)) / STEP_X) * STEP_X + STEP_X,
      }
      setInSight((before) =>
        before.top === next.top &&
        before.bottom === next.bottom &&
        before.left === next.left &&
        before.right === next.right
          ? before
          : next,
      )
    }
    look()
    element.addEventListener('scroll', look, { passive: true })
    const sizes = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(look)
    sizes?.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      sizes?.disconnect()
    }
  }, [scroller])
  return inSight
}
