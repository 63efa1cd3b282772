/** The edge of a column's title: dragged, or moved with the arrow keys. */
import type { PointerEvent } from 'react'
import { useText } from '#web/text/store.ts'

const LEAST = 64
const MOST = 640
const STEP = 16

type ColumnHandleProps = { title: string; width: number | undefined; onWidth: (width: number) => void }

export function ColumnHandle({ title, width, onWidth }: ColumnHandleProps) {
  const { ui } = useText()
  const widthNow = (handle: Element) => width ?? handle.parentElement?.offsetWidth ?? LEAST
  const set = (wanted: number) => onWidth(Math.round(Math.min(MOST, Math.max(LEAST, wanted))))
  const drag = (event: PointerEvent<HTMLButtonElement>) => {
    const handle = event.currentTarget
    if (!handle.hasPointerCapture(event.pointerId)) return
    set(event.clientX - (handle.parentElement?.getBoundingClientRect().left ?? 0))
  }
  return (
    <button
      type="button"
      aria-label={ui.table.width(title)}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={(event) => {
        const step = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key]
        if (!step) return
        event.preventDefault()
        set(widthNow(event.currentTarget) + step)
      }}
      className="absolute inset-y-1 right-0 w-2 cursor-col-resize touch-none border-r-2 border-transparent hover:border-field-line focus-visible:border-accent"
    />
  )
}
