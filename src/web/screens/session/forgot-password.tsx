import { useAction } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { linkTo } from '#web/urls.ts'

/** Says the same whether or not the account exists (product §4). */
export function ForgotPassword() {
  const { session, signIn } = useText()
  const draft = useDraft({ email: '' })
  const ask = useAction('POST /api/forgot-password')
  const submit = async () => {
    await ask.mutateAsync({ body: { email: draft.values.email.trim() } })
    draft.reset()
  }
  return (
    <Page title={signIn.forgot.title} width="narrow" back={linkTo('login')}>
      <Card>
        {ask.isSuccess ? (
          <EmptyState
            icon="mail"
            title={signIn.forgot.sentTitle}
            action={<ButtonLink to={linkTo('login')}>{signIn.forgot.backToLogin}</ButtonLink>}
          >
            {signIn.forgot.sentBody}
          </EmptyState>
        ) : (
          <>
            <p className="pb-4 text-muted">{signIn.forgot.body}</p>
            <Form onSubmit={submit} submitLabel={signIn.forgot.submit} isWide>
              <TextField
                label={session.email}
                type="email"
                autoComplete="username"
                autoCapitalize="none"
                {...draft.field('email')}
              />
            </Form>
          </>
        )}
      </Card>
    </Page>
  )
}
