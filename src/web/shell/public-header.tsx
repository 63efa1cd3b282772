/** What stands above the pages that anybody may see. */
import { useText } from '#web/text/store.ts'
import { RouteLink } from '#web/ui/route-link.tsx'
import { linkTo } from '#web/urls.ts'
import { LanguageSwitch } from './language-switch.tsx'

export function PublicHeader() {
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-wrap items-center justify-between gap-x-3 px-4 pt-3 sm:px-6">
      <Brand />
      <LanguageSwitch />
    </div>
  )
}

export function Brand() {
  const { shell } = useText()
  return (
    <RouteLink
      to={linkTo('home')}
      className="inline-flex min-h-11 items-center gap-2 text-xl font-bold tracking-tight text-accent"
    >
      <img src="/icon.svg" alt="" width={28} height={28} className="rounded-lg" />
      {shell.brand}
    </RouteLink>
  )
}
