import type { IconName } from '#web/ui/icon.tsx'
import type { UrlAccess, UrlKey } from '#web/urls.ts'

/** What stands at an address. */
export type Page = {
  readonly key: UrlKey
  readonly path: string
  readonly access: UrlAccess
  readonly icon?: IconName
}
