/** How this device shows pages, and the keys: comes when the page has nothing better to do, as the bell does. */
import { type ComponentType, lazy, Suspense } from 'react'
import { loadAreas } from '#web/text/store.ts'
import { whenIdle } from '#web/ui/looks/when-idle.ts'

const Display = lazy(async (): Promise<{ default: ComponentType }> => {
  await new Promise<void>((resolve) => void whenIdle(resolve))
  try {
    const [display] = await Promise.all([import('./display.tsx'), loadAreas(['device'])])
    return { default: display.Display }
  } catch {
    return { default: () => null }
  }
})

export function DisplayButton() {
  return (
    <Suspense fallback={<span className="block min-h-11" />}>
      <Display />
    </Suspense>
  )
}
