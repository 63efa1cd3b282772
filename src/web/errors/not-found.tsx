import { useLocation } from 'react-router'
import { useText } from '#web/text/store.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { linkTo } from '#web/urls.ts'

/** 404, with the message of seed §2; the path includes query and hash. */
export function NotFound() {
  const { shell } = useText()
  const { pathname, search, hash } = useLocation()
  return (
    <Page title={shell.notFound.title} subtitle="404">
      <EmptyState
        icon="search"
        title={shell.notFound.message(pathname + search + hash)}
        action={<ButtonLink to={linkTo('home')}>{shell.goHome}</ButtonLink>}
      >
        {shell.notFound.body}
      </EmptyState>
    </Page>
  )
}
