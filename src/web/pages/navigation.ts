/** What stands in the tab bar and the sidebar for a type of user: only pages whose screen is there. */
import { keysOf } from '#domain/keys.ts'
import { isOperatorKey, type UrlKey, type UserType, urlKeys, urlOf } from '#web/urls.ts'
import { pageOf } from './find-page.ts'
import { findScreen } from './find-screen.ts'
import type { OperatorPages } from './operator-pages.ts'
import type { Page } from './page.ts'

export type Navigation = { tabs: readonly Page[]; rest: readonly Page[] }

/** `mayOpen`: of the pages of operators, those that a role may read. */
export function navigationFor(
  type: UserType,
  operatorPages?: OperatorPages,
  mayOpen: (key: UrlKey) => boolean = () => true,
): Navigation {
  const keys = type === 'Operator' ? keysOf(operatorPages?.urls ?? {}) : urlKeys
  const placeOf = (key: UrlKey) => {
    if (!isOperatorKey(key)) return urlOf(key).nav?.[type]
    const url = operatorPages?.urls[key]
    return url !== undefined && 'nav' in url ? url.nav : undefined
  }
  const standing = (place: 'tab' | 'side') =>
    keys
      .filter((key) => placeOf(key) === place && mayOpen(key) && findScreen(key, type, operatorPages))
      .flatMap((key) => pageOf(key, operatorPages) ?? [])
  return { tabs: standing('tab').slice(0, 4), rest: standing('side') }
}
