/**
 * Asks for what the first screen will need before React has begun: its part of the app, the user, the configuration.
 * Which home to bring is guessed from the last visit on this device; a wrong guess costs one small download.
 */
import type { QueryClient } from '@tanstack/react-query'
import { endpointQuery } from '#web/api.ts'
import { yieldToBrowser } from '#web/browser/yield-to-browser.ts'
import { bringOperatorPages } from '#web/pages/bring-operator-pages.ts'
import { bringScreen } from '#web/pages/bring-screen.ts'
import { findPage, pageOf } from '#web/pages/find-page.ts'
import type { Page } from '#web/pages/page.ts'
import { findScreen, shownKey } from '#web/pages/find-screen.ts'
import type { OperatorPages } from '#web/pages/operator-pages.ts'
import { guardPath } from '#web/session/access.ts'
import { isSignedIn } from '#web/session/cookies.ts'
import { lastType } from '#web/session/last-type.ts'
import { userQuery } from '#web/session/user.ts'
import { isOperatorPath, type UserType } from '#web/urls.ts'
import { bringOffline } from './bring-offline.ts'

/** Resolves when the requests are on their way, each of which leaves in a task of its own. */
export async function giveHeadStart(client: QueryClient): Promise<void> {
  await yieldToBrowser()
  if (isSignedIn()) void client.prefetchQuery(userQuery())
  await yieldToBrowser()
  bringFirstScreen(client)
  await yieldToBrowser()
  void client.prefetchQuery(endpointQuery('GET /api/config'))
  await yieldToBrowser()
}

function bringFirstScreen(client: QueryClient): void {
  const elsewhere = guardPath(window.location, isSignedIn())
  const { pathname } = window.location
  const type = lastType()
  if (type === 'Crew' || type === 'Customer') bringOffline(client, type)
  if (type === 'Operator' || (!elsewhere && isOperatorPath(pathname))) {
    bringOperatorPages().then(
      (operatorPages) => bringPage(client, findPage(pathname, operatorPages), type, operatorPages),
      () => undefined,
    )
  } else bringPage(client, elsewhere ? pageOf('login') : findPage(pathname), type)
}

function bringPage(
  client: QueryClient,
  page: Page | undefined,
  type: UserType | undefined,
  operatorPages?: OperatorPages,
): void {
  if (!page || (type === undefined && page.access !== 'public')) return
  const found = findScreen(shownKey(page.key, type), type, operatorPages)
  // A failure shows when the screen itself asks again.
  if (found) bringScreen(found, client).catch(() => undefined)
}
