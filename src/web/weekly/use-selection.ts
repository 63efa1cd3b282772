/** Which weekly jobs are selected; what is found otherwise meanwhile stays selected. */
import { useState } from 'react'

export type Selection = {
  readonly ids: readonly string[]
  has: (id: string) => boolean
  toggle: (id: string) => void
  set: (ids: readonly string[]) => void
}

export function useSelection(): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  return {
    ids: [...chosen],
    has: (id) => chosen.has(id),
    toggle: (id) => {
      const next = new Set(chosen)
      if (!next.delete(id)) next.add(id)
      setChosen(next)
    },
    set: (ids) => setChosen(new Set(ids)),
  }
}
