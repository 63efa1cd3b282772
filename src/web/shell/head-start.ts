/**
 * Asks for what the first screen will need before React has begun: its part of the app, the user, the configuration.
 * Which home to bring is guessed from the last visit on this device; a wrong guess costs one small download.
 */
import type { QueryClient } from '@tanstack/react-query'
import { endpointQuery } from '#web/api.ts'
import { loadAreas } from '#web/text/store.ts'
import { findUrl, type UserType, urlOf } from '#web/urls.ts'
import { guardPath } from './access.ts'
import { isSignedIn } from './cookies.ts'
import { findHome, findScreen } from './find-screen.ts'
import { userQuery } from './user.ts'

const LAST_TYPE_KEY = 'crew_last_type'

export function giveHeadStart(client: QueryClient): void {
  void client.prefetchQuery(endpointQuery('GET /api/config'))
  if (isSignedIn()) void client.prefetchQuery(userQuery())
  const elsewhere = guardPath(window.location, isSignedIn())
  const key = elsewhere ? 'login' : findUrl(window.location.pathname)
  const type = isSignedIn() ? lastType() : undefined
  if (!key || (type === undefined && urlOf(key).access !== 'public')) return
  const found = findHome(key, type) ?? findScreen(key, type)
  // A failure shows when the screen itself asks again.
  if (found) Promise.all([found.load(), loadAreas(found.area.areas)]).catch(() => undefined)
}

export function rememberType(type: UserType): void {
  try {
    localStorage.setItem(LAST_TYPE_KEY, type)
  } catch {
    return
  }
}

function lastType(): UserType | undefined {
  try {
    const type = localStorage.getItem(LAST_TYPE_KEY)
    return type === 'Customer' || type === 'Crew' || type === 'Operator' ? type : undefined
  } catch {
    return undefined
  }
}
