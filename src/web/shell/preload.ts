/** Brings the screens of the tab bar while nobody waits, so that the first tap on each is instant. */
import { useEffect } from 'react'
import { loadAreas } from '#web/text/store.ts'
import type { UserType } from '#web/urls.ts'
import { findScreen } from './find-screen.ts'
import { navigationFor } from './navigation.ts'

/** After the start-up's own reads (seed §9: 500 ms), which come first. */
const PRELOAD_DELAY_MS = 2_000

export function usePreload(type: UserType | undefined): void {
  useEffect(() => {
    if (!type || wantsToSaveData()) return
    const timer = setTimeout(() => {
      for (const key of navigationFor(type).tabs) {
        const found = findScreen(key, type)
        // A failure shows when somebody goes there.
        if (found) Promise.all([found.load(), loadAreas(found.area.areas)]).catch(() => undefined)
      }
    }, PRELOAD_DELAY_MS)
    return () => clearTimeout(timer)
  }, [type])
}

function wantsToSaveData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
