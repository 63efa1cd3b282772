/** How many conversations have something new: beside Messages in the menu, in the tab's title and on the app's icon. */
import { useEffect } from 'react'
import { useEndpoint } from '#web/api.ts'
import { useText } from '#web/text/store.ts'

/** The stream of changes says sooner; this is for when it is down. */
const LOOK_EVERY_MS = 60_000
const MOST_SHOWN = 99

function useUnreadCount(): number {
  const unread = useEndpoint('GET /api/unread-conversations', {}, { refetchMs: LOOK_EVERY_MS })
  return unread.data?.unreadCount ?? 0
}

export function UnreadMessages() {
  const { notices } = useText()
  const count = useUnreadCount()
  if (count === 0) return null
  return (
    <span className="nums ml-auto min-w-5 rounded-full bg-danger px-1.5 text-center text-sm leading-5 font-bold text-on-danger">
      {Math.min(count, MOST_SHOWN)}
      <span className="sr-only"> {notices.inbox.unread}</span>
    </span>
  )
}

/** Draws nothing. */
export function UnreadOutside() {
  const count = useUnreadCount()
  useEffect(() => {
    const title = document.querySelector('title')
    const mark = () => {
      const plain = document.title.replace(/^\(\d+\) /, '')
      const marked = count === 0 ? plain : `(${count}) ${plain}`
      if (document.title !== marked) document.title = marked
    }
    mark()
    // Each page writes its own.
    const watch = new MutationObserver(mark)
    if (title) watch.observe(title, { childList: true })
    void showOnIcon(count)
    return () => watch.disconnect()
  }, [count])
  return null
}

/** Browsers without it, and those that are not asked for it, show nothing. */
async function showOnIcon(count: number): Promise<void> {
  if (!('setAppBadge' in navigator)) return
  try {
    await (count === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(count))
  } catch {
    // Not installed, or not allowed.
  }
}
