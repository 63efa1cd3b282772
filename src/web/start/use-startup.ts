/** Runs the start-up of seed §4 once for whoever is signed in, and fills the query cache with what it loads. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { connectDevice } from '#web/bridge/device.ts'
import { loadChunk } from '#web/builds/chunk-reload.ts'
import { isSignedIn } from '#web/session/cookies.ts'
import { useUser } from '#web/session/user.ts'
import { linkTo } from '#web/urls.ts'

/** Whom the start-up was run for; empty until the first user is known. */
const startedFor = new WeakMap<QueryClient, string>()

/** Runs once a sign-in: again when somebody else signs in on this page. */
export function useStartup(): void {
  const client = useQueryClient()
  // Every navigation draws this again, and so sees a sign-in or a sign-out.
  const { pathname } = useLocation()
  const hasSession = isSignedIn() && pathname !== linkTo('logout')
  const userId = useUser()?.id
  useEffect(() => {
    const started = startedFor.get(client)
    if (!hasSession) startedFor.delete(client)
    else if (started === undefined) {
      startedFor.set(client, '')
      void start(client)
    } else if (userId && started !== userId) {
      startedFor.set(client, userId)
      if (started !== '') void start(client)
    }
  }, [client, hasSession, userId])
}

async function start(client: QueryClient): Promise<void> {
  try {
    // Without its bridge the page is still of use.
    await connectDevice().catch((error: unknown) =>
      console.error('connecting to the native app failed', error),
    )
    const { runStartup } = await loadChunk(() => import('./run-startup.ts'))
    await runStartup(client)
  } catch (error) {
    console.error('start-up failed', error)
  }
}
