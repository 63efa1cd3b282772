/** What stands below every page that anybody may see, and at the end of every menu. */
import { useText } from '#web/text/store.ts'
import { RouteLink } from '#web/ui/route-link.tsx'
import { linkTo } from '#web/urls.ts'

export function HouseLinks() {
  const { titles } = useText().shell
  return (
    <ul className="flex flex-wrap gap-x-4 text-sm text-muted">
      {(['help', 'terms', 'privacy'] as const).map((key) => (
        <li key={key}>
          <RouteLink
            to={linkTo(key)}
            className="inline-flex min-h-11 items-center hover:text-ink hover:underline"
          >
            {titles[key]}
          </RouteLink>
        </li>
      ))}
    </ul>
  )
}

export function PublicFooter() {
  return (
    <footer className="mx-auto w-full max-w-6xl px-4 pb-4 sm:px-6">
      <div className="border-t border-line pt-2">
        <HouseLinks />
      </div>
    </footer>
  )
}
