/**
 * Asks for what the first screen will need before React has begun: its part of the app, the user, the configuration.
 * Which home to bring is guessed from the last visit on this device; a wrong guess costs one small download.
 */
import type { QueryClient } from '@tanstack/react-query'
import { endpointQuery } from '#web/api.ts'
import { ownTask } from '#web/browser/own-task.ts'
import { bringScreen } from '#web/pages/bring-screen.ts'
import { findHome, findScreen } from '#web/pages/find-screen.ts'
import { guardPath } from '#web/session/access.ts'
import { isSignedIn } from '#web/session/cookies.ts'
import { lastType } from '#web/session/last-type.ts'
import { userQuery } from '#web/session/user.ts'
import { findUrl, urlOf } from '#web/urls.ts'
import { bringOffline } from './bring-offline.ts'

/** Resolves when the requests are on their way, each of which leaves in a task of its own. */
export async function giveHeadStart(client: QueryClient): Promise<void> {
  await ownTask()
  if (isSignedIn()) void client.prefetchQuery(userQuery())
  await ownTask()
  bringFirstScreen(client)
  await ownTask()
  void client.prefetchQuery(endpointQuery('GET /api/config'))
  await ownTask()
}

function bringFirstScreen(client: QueryClient): void {
  const elsewhere = guardPath(window.location, isSignedIn())
  const key = elsewhere ? 'login' : findUrl(window.location.pathname)
  const type = lastType()
  if (type === 'Crew') bringOffline(client)
  if (!key || (type === undefined && urlOf(key).access !== 'public')) return
  const found = findHome(key, type) ?? findScreen(key, type)
  // A failure shows when the screen itself asks again.
  if (found) bringScreen(found, client).catch(() => undefined)
}
