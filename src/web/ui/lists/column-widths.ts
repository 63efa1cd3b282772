import { useState } from 'react'

type Widths = Readonly<Record<string, number>>

const KEY = 'crew_columns'

/** How wide somebody made the columns of a table, kept on the device; `table` is the keys of its columns. */
export function useColumnWidths(table: string) {
  const [widths, setWidths] = useState(() => readAll()[table] ?? {})
  const setWidth = (column: string, width: number) => {
    const next = { ...widths, [column]: width }
    setWidths(next)
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...readAll(), [table]: next }))
    } catch {
      // They hold until the page is left.
    }
  }
  return { widths, setWidth }
}

function readAll(): Readonly<Record<string, Widths>> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}')
  } catch {
    return {}
  }
}
