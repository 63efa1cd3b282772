/** Brings the screens of the tab bar while nobody waits, so that the first tap on each is instant. */
import { useEffect } from 'react'
import { loadAreas } from '#web/text/store.ts'
import { whenCalm } from '#web/ui/looks/when-calm.ts'
import { whenIdle } from '#web/ui/looks/when-idle.ts'
import type { UserType } from '#web/urls.ts'
import { bringOperatorPages } from './bring-operator-pages.ts'
import { findScreen } from './find-screen.ts'
import { navigationFor } from './navigation.ts'

export function usePreload(type: UserType | undefined): void {
  useEffect(() => {
    if (!type || wantsToSaveData()) return
    return whenCalm(() => void bringTabs(type))
  }, [type])
}

/** One after another, each when the page has nothing better to do. */
async function bringTabs(type: UserType): Promise<void> {
  // A failure shows in the frame.
  const operatorPages = type === 'Operator' ? await bringOperatorPages().catch(() => undefined) : undefined
  for (const { key } of navigationFor(type, operatorPages).tabs) {
    const found = findScreen(key, type, operatorPages)
    if (!found) continue
    await new Promise<void>((resolve) => void whenIdle(resolve))
    // A failure shows when somebody goes there.
    await Promise.all([found.load(), loadAreas(found.area.areas)]).catch(() => undefined)
  }
}

function wantsToSaveData(): boolean {
  return navigator.connection?.saveData === true
}
