/** What stands in the tab bar and the sidebar for a type of user: only pages whose screen is there. */
import { type UrlKey, type UserType, urlKeys, urlOf } from '#web/urls.ts'
import { findScreen } from './find-screen.ts'

export function navigationFor(type: UserType): { tabs: UrlKey[]; rest: UrlKey[] } {
  const shown = urlKeys.filter((key) => urlOf(key).nav?.[type] && findScreen(key, type))
  return {
    tabs: shown.filter((key) => urlOf(key).nav?.[type] === 'tab').slice(0, 4),
    rest: shown.filter((key) => urlOf(key).nav?.[type] === 'side'),
  }
}
