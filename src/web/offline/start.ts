/** What a page does beside its screens: keeps what it reads, opens a crew's queue, and sends when the server answers. */
import type { QueryClient } from '@tanstack/react-query'
import { cents, formatCents } from '#domain/money.ts'
import { type DayAct, isDayAct, type QueueEntry } from '#domain/offline/entry.ts'
import { call } from '#web/api.ts'
import { device, isMobile } from '#web/bridge/device.ts'
import { holdReloadWhile } from '#web/builds/build-check.ts'
import { isSignedIn } from '#web/session/cookies.ts'
import { isHelping } from '#web/session/go-to-account.ts'
import { type User, userQuery } from '#web/session/user.ts'
import { currentText, loadAreas } from '#web/text/store.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { keepReading, seedKept } from './kept/keep.ts'
import { wipeKept } from './kept/kept-store.ts'
import { closeQueue, forgetRead, hurry, openQueue, type QueueWorld, unsentCount } from './queue/queue.ts'
import { sendEntry } from './queue/send.ts'
import { SEND_QUEUE } from './queue/tabs.ts'

const started = new WeakSet<QueryClient>()

/** Once a page, for crews and customers. */
export async function startOffline(client: QueryClient): Promise<void> {
  if (started.has(client)) return
  started.add(client)
  // What somebody reads at the places of others is not its own to keep: access may end where nobody can say so.
  if (isHelping()) return wipeKept().catch(() => undefined)
  keepReading(client, (readAt) => void forgetRead(readAt))
  holdReloadWhile(() => unsentCount() > 0)
  followPerson(client)
  const listen = () => void hurry()
  window.addEventListener('online', () => {
    listen()
    // What was shown from memory is read anew.
    void client.invalidateQueries({ queryKey: ['GET /api/user'] })
    void client.invalidateQueries({ queryKey: ['GET /api/day'] })
  })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && listen())
  // A page that iOS brings back as it was neither loads nor becomes visible anew.
  window.addEventListener('pageshow', (event) => event.persisted && listen())
  navigator.serviceWorker?.addEventListener('message', (event) => event.data === SEND_QUEUE && listen())
  // Else a browser short of room, or iOS after seven days, may let go of photos that only this phone has.
  void navigator.storage?.persist?.().catch(() => undefined)
  // Without a database there is nothing kept to show.
  const kept = isSignedIn() ? await seedKept(client).catch(() => undefined) : undefined
  // The start-up of a page that gets no answer ends before the app is asked where it is (seed §4).
  if (kept?.type === 'Crew' && isMobile() && !navigator.onLine) device().startLocation()
}

/**
 * Opens the queue of whoever is signed in. Once nobody is, what was read is gone (threats W6); what was not sent stays
 * closed until the same person has signed in again.
 */
function followPerson(client: QueryClient): void {
  const follow = () => {
    const user = client.getQueryData<User>(userQuery().queryKey)
    if (user?.id !== undefined && user.type === 'Crew' && isSignedIn())
      void openQueue(user.id, worldOf(client))
    else closeQueue()
    if (!isSignedIn()) void wipeKept().catch(() => undefined)
  }
  client.getQueryCache().subscribe(({ type, query }) => {
    if (query.queryKey[0] === 'GET /api/user' && (type === 'updated' || type === 'removed')) follow()
  })
  follow()
}

/** The queue of this user, for a screen that shows it. */
export function openFor(client: QueryClient, userId: string): Promise<void> {
  return openQueue(userId, worldOf(client))
}

function worldOf(client: QueryClient): QueueWorld {
  return {
    whoIsIn: async () =>
      isSignedIn() ? ((await call('GET /api/user', { query: { fields: '*' } })).id ?? null) : null,
    send: sendEntry,
    onSent: (entry, sent) => {
      void client.invalidateQueries({ queryKey: ['GET /api/day'] })
      if (isDayAct(entry.act)) return void showSaid(client, entry, entry.act, sent)
      if (entry.act.kind === 'pass') void client.invalidateQueries({ queryKey: ['GET /api/night-round'] })
      if (entry.act.kind !== 'complete') return
      for (const read of ['GET /api/crew-payments', 'POST /api/get-crew-visits'])
        void client.invalidateQueries({ queryKey: [read] })
      // Shown once, when the server has it (architecture §4).
      device().announceCompletion(entry.visitId, entry.act.location)
      void showEarned(sent)
    },
  }
}

/** Of what was said of a day: who heard of it. Told apart from the first screen. */
async function showSaid(
  client: QueryClient,
  entry: QueueEntry,
  act: DayAct,
  sent: Parameters<QueueWorld['onSent']>[1],
): Promise<void> {
  const { showDaySaid } = await import('./show-day-said.ts')
  await showDaySaid(client, entry, act, sent)
}

async function showEarned({
  payCents,
  isFlagged,
}: {
  payCents?: number
  isFlagged?: boolean
}): Promise<void> {
  await loadAreas(['crew', 'offline'])
  const { home } = currentText().crew
  if (payCents !== undefined) showToast(home.finished(formatCents(cents(payCents))))
  if (isFlagged) showToast(home.review, { tone: 'info' })
}
