/** Which page stands at an address; those of operators are found once their part is here. */

import type { Text } from '#web/text/areas.ts'
import { findIn, findUrl, isOperatorKey, type UrlKey, urlOf } from '#web/urls.ts'
import type { OperatorPages } from './operator-pages.ts'
import type { Page } from './page.ts'

export function findPage(pathname: string, operatorPages?: OperatorPages): Page | undefined {
  const key = findUrl(pathname) ?? (operatorPages && findIn(operatorPages.urls, pathname))
  return key && pageOf(key, operatorPages)
}

export function pageOf(key: UrlKey, operatorPages?: OperatorPages): Page | undefined {
  if (!isOperatorKey(key)) return { key, ...urlOf(key) }
  return operatorPages && { key, access: 'operator', ...operatorPages.urls[key] }
}

export function titleOf({ key }: Page, text: Text): string {
  return isOperatorKey(key) ? text.operatorShell.titles[key] : text.shell.titles[key]
}
