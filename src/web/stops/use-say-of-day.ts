/** Something is said of the whole day, late or ill: written down on this phone first, as what is done at a stop. */
import { useState } from 'react'
import { type DayAct, dayKey } from '#domain/offline/entry.ts'
import { DEFAULT_TIME_ZONE, instant, type LocalDate } from '#domain/time.ts'
import { keepAct } from '#web/offline/queue/acts.ts'
import { useUser } from '#web/session/user.ts'
import { useText } from '#web/text/store.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'

export function useSayOfDay(date: LocalDate | undefined) {
  const { crew, offline } = useText()
  const zone = useUser()?.time_zone ?? DEFAULT_TIME_ZONE
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  /** Answers whether it is on the disk. */
  const say = async (act: DayAct): Promise<boolean> => {
    if (date === undefined) return false
    setBusy(true)
    setError(undefined)
    try {
      const day = { visitId: dayKey(date), propertyName: crew.troubles.day, timeZone: zone }
      await keepAct(day, act, { at: instant(Date.now()) })
      // With a connection the answer says who hears it.
      if (!navigator.onLine) showToast(crew.troubles.kept)
      return true
    } catch {
      setError(offline.notKept)
      return false
    } finally {
      setBusy(false)
    }
  }
  return { say, error, isBusy }
}
