import { useState } from 'react'

export type Selection = {
  has: (id: string) => boolean
  /** `isRange`: all from the one before up to this one. */
  toggle: (id: string, isRange?: boolean) => void
  all: () => void
  clear: () => void
}

/** Which rows of a list are selected; one that has gone is none any more. */
export function useSelection(ids: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<string>()
  const toggle = (id: string, isRange = false) => {
    const from = last === undefined ? -1 : ids.indexOf(last)
    const to = ids.indexOf(id)
    const next = new Set(chosen)
    if (isRange && from !== -1)
      for (const each of ids.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(each)
    else if (!next.delete(id)) next.add(id)
    setLast(id)
    setChosen(next)
  }
  return {
    has: (id) => chosen.has(id),
    toggle,
    all: () => setChosen(new Set(ids)),
    clear: () => setChosen(new Set()),
  }
}
