import { useEffect } from 'react'
import type { Reply } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'

type Source = Reply<'GET /api/stay-sources'>['sources'][number]

const WAITS_MS = 60_000

/** Which calendar is being read, and when it was read before. */
export type Reading = { readonly sourceId: Source['id']; readonly readAt: string | null }

/** Says when the reading has ended, however it went; after a minute nobody waits any more. */
export function useEndOfReading(
  sources: readonly Source[] | undefined,
  reading: Reading | null,
  setReading: (reading: Reading | null) => void,
): void {
  const texts = useText().places.calendars
  const source = sources?.find(({ id }) => id === reading?.sourceId)
  const isOver = reading !== null && source?.feed != null && source.feed.readAt !== reading.readAt
  const isGood = source?.feed?.fault === null
  useEffect(() => {
    if (reading === null) return
    if (isOver) {
      if (isGood) showToast(texts.wasRead)
      return setReading(null)
    }
    const gone = setTimeout(() => setReading(null), WAITS_MS)
    return () => clearTimeout(gone)
  }, [reading, isOver, isGood, setReading, texts])
}
