/** A list as crews will see it, to be tried: what is ticked or taken here stays here. */
import { useState } from 'react'
import type { ListItem } from '#domain/checklists/items.ts'
import type { Progress } from '#domain/checklists/progress.ts'
import { CrewList } from './crew-list.tsx'

export function TryList({ items }: { items: readonly ListItem[] }) {
  const [{ marks, photoCounts }, setProgress] = useState<Progress>({
    marks: new Map(),
    photoCounts: new Map(),
  })
  return (
    <CrewList
      items={items}
      progress={{ marks, photoCounts }}
      canMark
      onMark={(key, isMarked) =>
        setProgress((was) => ({ ...was, marks: new Map(was.marks).set(key, { isMarked }) }))
      }
      onPhotos={(key, files) =>
        setProgress((was) => ({
          ...was,
          photoCounts: new Map(was.photoCounts).set(key, (was.photoCounts.get(key) ?? 0) + files.length),
        }))
      }
    />
  )
}
