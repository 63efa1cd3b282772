import { useSearchParams } from 'react-router'
import { useAction } from '#web/api.ts'
import { useConfig } from '#web/session/config.ts'
import { useEnter } from '#web/session/enter.ts'
import { isKnownDevice } from '#web/session/last-type.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { linkTo } from '#web/urls.ts'
import { DemoSignIns, LinkByMail, NewHere } from './login.parts.tsx'

/** Signs in and goes on to `to`, if that is a path of this site. */
export function Login() {
  const { session } = useText()
  const [search] = useSearchParams()
  const config = useConfig()
  const enter = useEnter()
  const signIn = useAction('POST /api/sign-in')
  const draft = useDraft({ email: '', password: '' })

  const submit = async (values: { email: string; password: string }) => {
    await signIn.mutateAsync({ body: { ...values, email: values.email.trim() } })
    draft.reset()
    await enter(search.get('to'))
  }
  const isKnown = isKnownDevice()
  return (
    <Page title={isKnown ? session.login.title : session.login.titleOfStranger} width="narrow">
      {!isKnown && <NewHere />}
      <Card>
        <Form
          onSubmit={() => submit(draft.values)}
          submitLabel={session.login.submit}
          isWide
          label={session.login.submit}
        >
          <TextField
            label={session.email}
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            {...draft.field('email')}
          />
          <PasswordField
            label={session.password}
            autoComplete="current-password"
            {...draft.field('password')}
          />
        </Form>
        <div className="mt-4 flex flex-wrap justify-between gap-x-6 gap-y-2">
          <ButtonLink tone="quiet" to={linkTo('forgotPassword')}>
            {session.login.forgot}
          </ButtonLink>
          <LinkByMail email={draft.values.email} to={search.get('to')} />
        </div>
      </Card>
      {isKnown && <NewHere />}
      {config?.isDemo && <DemoSignIns onChoose={submit} />}
    </Page>
  )
}
