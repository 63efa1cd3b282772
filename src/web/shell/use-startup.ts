/** Runs the start-up of seed §4 once for whoever is signed in, and fills the query cache with what it loads. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { endpointQuery } from '#web/api.ts'
import { connectDevice, device, isMobile } from '#web/bridge/device.ts'
import { currentText, setLanguage } from '#web/text/store.ts'
import { showNotice } from '#web/ui/notice.ts'
import { isSignedIn } from './cookies.ts'
import { frozenNotice } from './frozen.ts'
import { rememberType } from './head-start.ts'
import { type StartupPorts, startUp } from './startup.ts'
import { type User, loadUser } from './user.ts'

/** Once a sign-in: again only after somebody else signed in on this page. */
const startedFor = new WeakSet<QueryClient>()

export function useStartup(): void {
  const client = useQueryClient()
  // Every navigation draws this again, and so sees a sign-in or a sign-out.
  useLocation()
  const hasSession = isSignedIn()
  useEffect(() => {
    if (!hasSession) startedFor.delete(client)
    else if (!startedFor.has(client)) {
      startedFor.add(client)
      void start(client)
    }
  }, [client, hasSession])
}

async function start(client: QueryClient): Promise<void> {
  try {
    await connectDevice()
    const user = await startUp(portsOf(client))
    if (user.type) rememberType(user.type)
    if (user.locale) await setLanguage(user.locale, { remember: false })
  } catch (error) {
    // The frame shows a failed user with a way to try again; that read is the same query.
    console.error('start-up failed', error)
  }
}

function portsOf(client: QueryClient): StartupPorts<User> {
  return {
    loadUser: () => loadUser(client),
    isMobile,
    startNativeLocation: () => device().startLocation(),
    now: Date.now,
    showFrozen: (user) => void frozenNotice(user, client).then(showNotice),
    showPaymentMethodError: (sentence) =>
      showNotice({ title: currentText().shell.paymentMethodError, body: [sentence] }),
    log: (what, error) => console.error(`loading ${what} failed`, error),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    load: {
      paymentMethod: () => client.fetchQuery(endpointQuery('POST /api/get-payment-method', { body: {} })),
      propertyGroups: () => client.fetchQuery(endpointQuery('GET /api/property-groups')),
      properties: () => client.fetchQuery(endpointQuery('GET /api/properties')),
      pricing: () => client.fetchQuery(endpointQuery('GET /api/pricing')),
      jobRoutes: () => client.fetchQuery(endpointQuery('POST /api/get-job-routes')),
      complexes: () => client.fetchQuery(endpointQuery('POST /api/get-complexes', { body: {} })),
      complexGroups: () => client.fetchQuery(endpointQuery('POST /api/get-complex-groups', { body: {} })),
    },
  }
}
