import type { Reply } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { textFor } from '#web/text/names.ts'
import { useLanguage, useText } from '#web/text/store.ts'

type Moved = NonNullable<Reply<'GET /api/visit'>['moved']>

/** `moved from Thu, Nov 26 because of Thanksgiving` (field 7), or undefined where a visit stands on its own day. */
export function useMovedText(): (moved: Moved | undefined) => string | undefined {
  const { schedule } = useText()
  const format = useFormat()
  const language = useLanguage()
  return (moved) => {
    if (moved === undefined) return undefined
    const name = moved.because?.[language] ?? null
    const because = moved.by === 'pushed' ? textFor(schedule.push, name) : name
    return schedule.movedFrom({ from: format.day(moved.from), because: because ?? null })
  }
}
