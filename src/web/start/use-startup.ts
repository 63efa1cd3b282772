/** Runs the start-up of seed §4 once for whoever is signed in, and fills the query cache with what it loads. */
import { CancelledError, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { ApiError, type CallArguments, type CallKey, endpointQuery } from '#web/api.ts'
import { connectDevice, device, isMobile } from '#web/bridge/device.ts'
import { yieldToBrowser } from '#web/browser/yield-to-browser.ts'
import { isSignedIn } from '#web/session/cookies.ts'
import { rememberType } from '#web/session/last-type.ts'
import { loadUser, speakAs, type User, useUser } from '#web/session/user.ts'
import { currentText } from '#web/text/store.ts'
import { showNotice } from '#web/ui/dialogs/notice.ts'
import { linkTo } from '#web/urls.ts'
import { bringOffline } from './bring-offline.ts'
import { frozenNotice } from './frozen.ts'
import { type StartupPorts, startUp } from './startup.ts'

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
    await startUp(portsOf(client))
  } catch (error) {
    // The frame shows a failed user with a way to try again; that read is the same query.
    if (!isUnanswered(error)) console.error('start-up failed', error)
  }
}

function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0
}

function portsOf(client: QueryClient): StartupPorts<User> {
  /** Nothing is asked for somebody who signed out meanwhile, and what fails because of that is no failure. */
  const read = async <Key extends CallKey>(key: Key, ...input: CallArguments<Key>) => {
    await yieldToBrowser()
    if (!isSignedIn()) return undefined
    try {
      return await client.fetchQuery(endpointQuery(key, ...input))
    } catch (error) {
      if (error instanceof CancelledError || !isSignedIn()) return undefined
      throw error
    }
  }
  return {
    loadUser: async () => {
      const user = await loadUser(client)
      if (user.type) rememberType(user.type)
      if (user.type && user.type !== 'Operator') bringOffline(client, user.type)
      // A language that cannot be downloaded now leaves the page in the one it has.
      speakAs(user, client).catch(() => undefined)
      return user
    },
    isMobile,
    startNativeLocation: () => device().startLocation(),
    now: Date.now,
    showFrozen: (user) => void frozenNotice(user, client).then(showNotice),
    showPaymentMethodError: (sentence) =>
      showNotice({ title: currentText().shell.paymentMethodError, body: [sentence] }),
    isUnanswered,
    // Later, not wrong: what is asked for again when there is a network is no line in a log.
    log: (what, error) => isUnanswered(error) || console.error(`loading ${what} failed`, error),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    load: {
      paymentMethod: async () => (await read('POST /api/get-payment-method', { body: {} })) ?? {},
      propertyGroups: () => read('GET /api/property-groups'),
      properties: () => read('GET /api/properties'),
      pricing: () => read('GET /api/pricing'),
      jobRoutes: () => read('POST /api/get-job-routes'),
      complexes: () => read('POST /api/get-complexes', { body: {} }),
      complexGroups: () => read('POST /api/get-complex-groups', { body: {} }),
    },
  }
}
