/** Brings what a phone can do without a connection: at once where there is none, else after the first screen. */
import type { QueryClient } from '@tanstack/react-query'
import { seeing } from '#web/api.ts'
import { findScreen } from '#web/pages/find-screen.ts'
import { navigationFor } from '#web/pages/navigation.ts'
import { whenIdle } from '#web/ui/looks/when-idle.ts'
import type { UserType } from '#web/urls.ts'

/** Who has waited so long is shown what the phone remembers. */
const SLOW_MS = 700

const brought = new WeakSet<QueryClient>()

/** What the other tabs show first, read once the page has nothing better to do: so they open from then on anywhere. */
async function readTabs(client: QueryClient, type: UserType): Promise<void> {
  // What nobody can keep need not be read ahead.
  if (!('indexedDB' in globalThis)) return
  for (const { key } of navigationFor(type, undefined).tabs) {
    const reads = findScreen(key, type)?.reads ?? []
    for (const read of reads) {
      await new Promise<void>((resolve) => void whenIdle(resolve))
      await read(client)
    }
  }
}

export function bringOffline(client: QueryClient, type: UserType): void {
  // Whom an operator looks as is not kept on the operator's device.
  if (seeing || brought.has(client)) return
  brought.add(client)
  const bring = async () => {
    const { startOffline } = await import('#web/offline/start.ts')
    await startOffline(client)
    await readTabs(client, type)
  }
  // Without it the pages work as well, with a connection.
  const start = () => void bring().catch(() => brought.delete(client))
  if (navigator.onLine) setTimeout(start, SLOW_MS)
  else start()
}
