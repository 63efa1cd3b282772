import { useAction } from '#web/api.ts'
import { useEnter } from '#web/session/enter.ts'
import { useTokenOfAddress } from '#web/session/token-of-address.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { linkTo } from '#web/urls.ts'

/**
 * Signs in by a link of mail, SMS or the native app. Opening the page changes nothing (previews of mail programs open
 * links too): the token leaves the address, and is posted when somebody presses the button.
 */
export function Authenticate() {
  const { signIn } = useText()
  const enter = useEnter()
  const [token] = useTokenOfAddress('authenticate')
  const authenticate = useAction('POST /api/authenticate')
  const submit = async () => {
    const { to } = await authenticate.mutateAsync({ body: { token } })
    await enter(to)
  }
  const toLogin = <ButtonLink to={linkTo('login')}>{signIn.authenticate.toLogin}</ButtonLink>
  return (
    <Page title={signIn.authenticate.title} width="narrow">
      <Card>
        {token === '' ? (
          <EmptyState icon="lock" title={signIn.authenticate.missing} action={toLogin} />
        ) : (
          <Form
            onSubmit={submit}
            submitLabel={signIn.authenticate.submit}
            isWide
            secondary={authenticate.isError && toLogin}
          >
            <p className="text-muted">{signIn.authenticate.body}</p>
          </Form>
        )}
      </Card>
    </Page>
  )
}
