/**
 * Asks for what the first screen will need before React has begun: its part of the app, the user, the configuration.
 * Which home to bring is guessed from the last visit on this device; a wrong guess costs one small download.
 */
import type { QueryClient } from '@tanstack/react-query'
import { endpointQuery } from '#web/api.ts'
import { yieldToBrowser } from '#web/browser/yield-to-browser.ts'
import { bringOperatorPages } from '#web/pages/bring-operator-pages.ts'
import { bringScreen, firstScreen } from '#web/pages/bring-screen.ts'
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

/** Its parts come beside the first script; who waits longer sees the frame meanwhile. */
const LONGEST_WAIT_MS = 1_000

/**
 * Resolves when the requests are on their way, each of which leaves in a task of its own; where the document brought
 * what the screen asks first, when the screen is there, so that it is drawn in one piece with its frame.
 */
export async function giveHeadStart(client: QueryClient, isDrawn: boolean): Promise<void> {
  const isAnswered = document.getElementById('first-answers') !== null
  await yieldToBrowser()
  if (isSignedIn()) void client.prefetchQuery(userQuery())
  await yieldToBrowser()
  const screen = bringFirstScreen(client)
  await yieldToBrowser()
  void client.prefetchQuery(endpointQuery('GET /api/config'))
  await yieldToBrowser()
  if (!isAnswered) return
  // What came drawn stays until the same can stand in its place.
  const late = isDrawn ? [] : [new Promise<false>((resolve) => setTimeout(resolve, LONGEST_WAIT_MS, false))]
  firstScreen.isDrawn = await Promise.race([screen, ...late])
}

async function bringFirstScreen(client: QueryClient): Promise<boolean> {
  const elsewhere = guardPath(window.location, isSignedIn())
  const { pathname } = window.location
  // What came with the document is known; else it is guessed.
  const type = client.getQueryData(userQuery().queryKey)?.type ?? lastType()
  if (type === 'Crew' || type === 'Customer') bringOffline(client, type)
  if (type === 'Operator' || (!elsewhere && isOperatorPath(pathname))) {
    const operatorPages = await bringOperatorPages().catch(() => undefined)
    return bringPage(client, findPage(pathname, operatorPages), type, operatorPages)
  }
  return bringPage(client, elsewhere ? pageOf('login') : findPage(pathname), type)
}

/** Says whether it can be drawn; a failure shows when the screen itself asks again. */
async function bringPage(
  client: QueryClient,
  page: Page | undefined,
  type: UserType | undefined,
  operatorPages?: OperatorPages,
): Promise<boolean> {
  if (!page || (type === undefined && page.access !== 'public')) return false
  const found = findScreen(shownKey(page.key, type), type, operatorPages)
  return found
    ? bringScreen(found, client).then(
        () => true,
        () => false,
      )
    : false
}
