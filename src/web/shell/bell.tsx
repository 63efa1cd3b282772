/** The bell of the frame: its place is there at once, the bell itself comes when the page has nothing better to do. */
import { type ComponentType, lazy, Suspense } from 'react'
import { loadAreas } from '#web/text/store.ts'
import { whenIdle } from '#web/ui/looks/when-idle.ts'

const Notices = lazy(async (): Promise<{ default: ComponentType }> => {
  await new Promise<void>((resolve) => void whenIdle(resolve))
  try {
    const [notices] = await Promise.all([import('./notices.tsx'), loadAreas(['notices'])])
    return { default: notices.Notices }
  } catch {
    return { default: () => null }
  }
})

export function Bell() {
  return (
    <Suspense fallback={null}>
      <Notices />
    </Suspense>
  )
}
