/** Pages of one browser share one queue: one of them sends, or the service worker where all are closed; all see it. */
export type PageMessage = 'changed' | { readonly id: string; readonly share: number }

const NAME = 'crew-queue'
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(NAME) : undefined

export function notifyOtherPages(message: PageMessage): void {
  channel?.postMessage(message)
}

export function onOtherPages(listen: (message: PageMessage) => void): void {
  channel?.addEventListener('message', (event: MessageEvent<PageMessage>) => listen(event.data))
}

/** Waits for its turn. Where there are no locks two pages may send at once: the server counts by key, so it only costs data. */
export async function holdSendingLock(work: () => Promise<void>): Promise<void> {
  // Only secure pages have them.
  const locks: LockManager | null | undefined = navigator.locks
  if (!locks) await work()
  else await locks.request(NAME, work)
}

/** What the service worker is woken with when the network is back. */
export const SEND_QUEUE = 'send-queue'

/** Not on iOS, nor in Firefox: they send when a page is open. */
export function sendsWhenClosed(): boolean {
  return 'ServiceWorkerRegistration' in globalThis && 'sync' in ServiceWorkerRegistration.prototype
}

/** Where the browser knows Background Sync; elsewhere it is sent when a page is opened again. */
export async function askToSendWhenClosed(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration()
    await registration?.sync?.register(SEND_QUEUE)
  } catch {
    // Refused by the person's settings: it waits for a page.
    return
  }
}
