/** The start-up of seed §4 with what it needs; its own download, since only who is signed in has one. */
import { CancelledError, type QueryClient } from '@tanstack/react-query'
import type { Right } from '#domain/sharing/rights.ts'
import { ApiError, type CallArguments, type CallKey, endpointQuery } from '#web/api.ts'
import { device, isMobile } from '#web/bridge/device.ts'
import { yieldToBrowser } from '#web/browser/yield-to-browser.ts'
import { isSignedIn } from '#web/session/cookies.ts'
import { rememberType } from '#web/session/last-type.ts'
import { HELPING_MARK, markHelping } from '#web/session/go-to-account.ts'
import { mayHere } from '#web/session/looks-after.ts'
import { loadUser, speakAs, type User, userQuery } from '#web/session/user.ts'
import { currentText } from '#web/text/store.ts'
import { showNotice } from '#web/ui/dialogs/notice.ts'
import { bringOffline } from './bring-offline.ts'
import { type StartupPorts, startUp } from './startup.ts'

type Shown = Pick<StartupPorts<User>, 'showFrozen'>

/** Loads what the client's pages share, and shows what a frozen account or a declined card has to say. */
export async function runStartup(client: QueryClient, shown: Shown): Promise<void> {
  // Another tab went to other places, and this one works on them, too.
  window.addEventListener('storage', ({ key }) => key === HELPING_MARK && window.location.reload())
  try {
    await startUp({ ...portsOf(client), ...shown })
  } catch (error) {
    // The frame shows a failed user with a way to try again; that read is the same query.
    if (!isUnanswered(error)) console.error('start-up failed', error)
  }
}

function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0
}

function portsOf(client: QueryClient): Omit<StartupPorts<User>, keyof Shown> {
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
  const may = (right: Right, isWhole = false) =>
    mayHere(client.getQueryData(userQuery().queryKey), right, isWhole)
  return {
    loadUser: async () => {
      const user = await loadUser(client)
      if (user.type) rememberType(user.type)
      // Whose places these are was changed elsewhere: what was begun for others is begun anew.
      if (markHelping(user.looks_after?.shareId ?? null)) window.location.reload()
      if (user.type && user.type !== 'Operator') bringOffline(client, user.type)
      // A language that cannot be downloaded now leaves the page in the one it has.
      speakAs(user, client).catch(() => undefined)
      return user
    },
    isMobile,
    startNativeLocation: () => device().startLocation(),
    now: Date.now,
    showPaymentMethodError: (sentence) =>
      showNotice({ title: currentText().shell.paymentMethodError, body: [sentence] }),
    isUnanswered,
    // Later, not wrong: what is asked for again when there is a network is no line in a log.
    log: (what, error) => isUnanswered(error) || console.error(`loading ${what} failed`, error),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    load: {
      paymentMethod: async () =>
        may('pay', true) ? ((await read('POST /api/get-payment-method', { body: {} })) ?? {}) : {},
      propertyGroups: () => read('GET /api/property-groups'),
      properties: () => read('GET /api/properties'),
      pricing: async () => (may('prices') ? read('GET /api/pricing') : undefined),
      jobRoutes: () => read('POST /api/get-job-routes'),
      complexes: () => read('POST /api/get-complexes', { body: {} }),
      complexGroups: () => read('POST /api/get-complex-groups', { body: {} }),
    },
  }
}
