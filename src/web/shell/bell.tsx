/** The bell of the frame: its place is there at once, the bell itself comes when the page has nothing better to do. */
import { type ComponentType, lazy, Suspense } from 'react'
import { loadAreas } from '#web/text/store.ts'
import { whenIdle } from '#web/ui/looks/when-idle.ts'

/** Each of them when the page has nothing better to do; one that cannot come leaves its place empty. */
function whenThereIsTime(bring: () => Promise<ComponentType>) {
  return lazy(async (): Promise<{ default: ComponentType }> => {
    await new Promise<void>((resolve) => void whenIdle(resolve))
    try {
      const [part] = await Promise.all([bring(), loadAreas(['notices'])])
      return { default: part }
    } catch {
      return { default: () => null }
    }
  })
}
const Notices = whenThereIsTime(async () => (await import('./notices.tsx')).Notices)
const Unread = whenThereIsTime(async () => (await import('./unread-messages.tsx')).UnreadMessages)

/** Beside Messages in the menu. */
export function UnreadMessages() {
  return (
    <Suspense fallback={null}>
      <Unread />
    </Suspense>
  )
}

export function Bell() {
  return (
    <Suspense fallback={null}>
      <Notices />
    </Suspense>
  )
}
