/** Brings what a phone can do without a connection: at once where there is none, else after the first screen. */
import type { QueryClient } from '@tanstack/react-query'

/** Who has waited so long is shown what the phone remembers. */
const SLOW_MS = 700

const brought = new WeakSet<QueryClient>()

export function bringOffline(client: QueryClient): void {
  if (brought.has(client)) return
  brought.add(client)
  const bring = async () => {
    const { startOffline } = await import('#web/offline/start.ts')
    await startOffline(client)
  }
  // Without it the pages work as well, with a connection.
  const start = () => void bring().catch(() => brought.delete(client))
  if (navigator.onLine) setTimeout(start, SLOW_MS)
  else start()
}
