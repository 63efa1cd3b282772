import type { LocalTime } from '#domain/time.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'

/** `8 AM – 12 PM`, or that any time will do. */
export function useWindowText(): (window: { from: LocalTime; until: LocalTime } | null) => string {
  const { crew } = useText()
  const format = useFormat()
  return (window) => (window === null ? crew.anytime : format.window(window.from, window.until))
}
