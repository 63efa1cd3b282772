/** What is gone through at a stop; each tick and photo is kept on the phone until it is sent. */
import { CrewList } from '#web/checklists/crew-list.tsx'
import { useMarkItems } from './do-visit.ts'
import type { QueuedStop } from './queued-stop.ts'

const OVER: readonly QueuedStop['state'][] = ['completed', 'cancelled', 'skipped']

export function StopChecklist({ stop, canMark }: { stop: QueuedStop; canMark: boolean }) {
  const marking = useMarkItems(stop)
  const items = stop.checklist?.items ?? []
  if (items.length === 0 || OVER.includes(stop.state)) return null
  return (
    <CrewList
      items={items}
      progress={stop.progress}
      canMark={canMark}
      error={marking.error}
      onMark={(key, isMarked) => void marking.mark(key, isMarked)}
      onPhotos={(key, files) => void marking.addPhotos(key, files)}
    />
  )
}
