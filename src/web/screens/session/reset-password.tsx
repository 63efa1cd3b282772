import { useNavigate, useParams } from 'react-router'
import { useAction } from '#web/api.ts'
import { isSignedIn } from '#web/session/cookies.ts'
import { useEnter } from '#web/session/enter.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { linkTo } from '#web/urls.ts'

/** Decision 30; an operator's is longer, which the server says. */
const PASSWORD_LENGTH = 8

/** Sets a new password by the mailed link, which works once and for an hour. */
export function ResetPassword() {
  const { signIn } = useText()
  const { reset_password_id: token = '' } = useParams()
  const navigate = useNavigate()
  const enter = useEnter()
  const draft = useDraft({ password: '' })
  const reset = useAction('POST /api/reset-password')
  const submit = async () => {
    await reset.mutateAsync({ body: { token, password: draft.values.password } })
    draft.reset()
    showToast(signIn.reset.done)
    if (isSignedIn()) await enter()
    else await navigate(linkTo('login'), { replace: true })
  }
  return (
    <Page title={signIn.reset.title} width="narrow">
      <Card>
        <Form onSubmit={submit} submitLabel={signIn.reset.submit} isWide>
          <PasswordField
            label={signIn.reset.newPassword}
            hint={signIn.reset.hint}
            autoComplete="new-password"
            minLength={PASSWORD_LENGTH}
            {...draft.field('password')}
          />
        </Form>
        {reset.isError && (
          <p className="pt-4">
            <Link to={linkTo('forgotPassword')}>{signIn.reset.newLink}</Link>
          </p>
        )}
      </Card>
    </Page>
  )
}
