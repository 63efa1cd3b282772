/** One cell of a grid that is drawn only where it is seen has the focus: keys move it, and what it comes to is drawn first. */
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'

type Cell = { readonly row: number; readonly column: number }
type GridKeys = {
  gridRef: RefObject<HTMLElement | null>
  rows: number
  columns: number
  scrollTo: (cell: Cell) => void
}

const PAGE_ROWS = 8

export function useGridKeys({ gridRef, rows, columns, scrollTo }: GridKeys) {
  const [cell, setCell] = useState<Cell>({ row: 0, column: 0 })
  const isWaiting = useRef(false)
  useEffect(() => {
    if (!isWaiting.current) return
    const target = gridRef.current?.querySelector<HTMLElement>(`[data-cell="${cell.row}:${cell.column}"]`)
    if (!target) return
    isWaiting.current = false
    target.focus({ preventScroll: true })
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (rows === 0 || event.altKey || event.metaKey) return
    const next = moved(cell, event, { rows, columns })
    if (next === undefined) return
    event.preventDefault()
    const within = {
      row: Math.min(rows - 1, Math.max(0, next.row)),
      column: Math.min(columns - 1, Math.max(0, next.column)),
    }
    isWaiting.current = true
    setCell(within)
    scrollTo(within)
  }
  return { cell, setCell, onKeyDown }
}

function moved(
  { row, column }: Cell,
  { key, ctrlKey }: KeyboardEvent,
  { rows, columns }: { rows: number; columns: number },
): Cell | undefined {
  switch (key) {
    case 'ArrowLeft':
      return { row, column: column - 1 }
    case 'ArrowRight':
      return { row, column: column + 1 }
    case 'ArrowUp':
      return { row: row - 1, column }
    case 'ArrowDown':
      return { row: row + 1, column }
    case 'PageUp':
      return { row: row - PAGE_ROWS, column }
    case 'PageDown':
      return { row: row + PAGE_ROWS, column }
    case 'Home':
      return { row: ctrlKey ? 0 : row, column: 0 }
    case 'End':
      return { row: ctrlKey ? rows - 1 : row, column: columns - 1 }
    default:
      return undefined
  }
}
