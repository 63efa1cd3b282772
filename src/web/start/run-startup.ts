/** The start-up of seed §4 with what it needs; its own download, since only who is signed in has one. */
import { CancelledError, type QueryClient } from '@tanstack/react-query'
import type { Right } from '#domain/sharing/rights.ts'
import { ApiError, type CallArguments, type CallKey, endpointQuery } from '#web/api.ts'
import { device, isMobile } from '#web/bridge/device.ts'
import { cameWithDocument } from '#web/first-answers.ts'
import { yieldToBrowser } from '#web/browser/yield-to-browser.ts'
import { isSignedIn } from '#web/session/cookies.ts'
import { rememberType } from '#web/session/last-type.ts'
import { HELPING_MARK, markHelping } from '#web/session/go-to-account.ts'
import { mayHere } from '#web/session/looks-after.ts'
import { isPersonal, loadUser, speakAs, type User, userQuery } from '#web/session/user.ts'
import { currentText } from '#web/text/store.ts'
import { showNotice } from '#web/ui/dialogs/notice.ts'
import { bringOffline } from './bring-offline.ts'
import { frozenNotice } from './frozen.ts'
import { type StartupPorts, startUp } from './startup.ts'

/** Loads what the client's pages share, and shows what a frozen account or a declined card has to say. */
export async function runStartup(client: QueryClient): Promise<void> {
  // Another tab went to other places, and this one works on them, too.
  window.addEventListener('storage', ({ key }) => key === HELPING_MARK && window.location.reload())
  try {
    await startUp(portsOf(client))
  } catch (error) {
    // The frame shows a failed user with a way to try again; that read is the same query.
    if (!isUnanswered(error)) console.error('start-up failed', error)
  }
}

/**
 * Drawn already where it came with the document, and asked for all the same: the first step of the start-up is this call
 * (seed §4), and it says who is signed in now. Nothing of anybody else stays.
 */
async function readUser(client: QueryClient): Promise<User> {
  const { queryKey } = userQuery()
  const drawn = cameWithDocument('GET /api/user?fields=*') ? client.getQueryData(queryKey) : undefined
  if (drawn) await client.invalidateQueries({ queryKey })
  const user = await loadUser(client)
  if (drawn && drawn.id !== user.id)
    await client.resetQueries({
      predicate: (query) => isPersonal(query) && query.queryKey[0] !== queryKey[0],
    })
  return user
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
  const may = (right: Right, isWhole = false) =>
    mayHere(client.getQueryData(userQuery().queryKey), right, isWhole)
  return {
    loadUser: async () => {
      const user = await readUser(client)
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
    showFrozen: (user) => void frozenNotice(user, client).then(showNotice),
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
