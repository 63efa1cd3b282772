import { useText } from '#web/text/store.ts'
import { Link } from '#web/ui/link.tsx'
import { linkTo } from '#web/urls.ts'

/** What whoever opens an account agrees to; the server keeps which versions stood there. */
export function Agreement() {
  const { agree } = useText().signIn
  return (
    <p className="text-sm text-muted">
      {agree.before} <Link to={linkTo('terms')}>{agree.terms}</Link> {agree.and}{' '}
      <Link to={linkTo('privacy')}>{agree.privacy}</Link>.
    </p>
  )
}
