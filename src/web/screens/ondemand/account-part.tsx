/** Who books, without leaving the order: a phone and a code, or a password that somebody has. */
import { useState } from 'react'
import { useAction } from '#web/api.ts'
import { CodePart } from '#web/codes/code-part.tsx'
import { useEnter } from '#web/session/enter.ts'
import { lastWay, rememberWay } from '#web/session/last-way.ts'
import { ReferralNote } from '#web/session/referral-note.tsx'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { linkTo } from '#web/urls.ts'

export function AccountPart() {
  const { ondemand, signIn } = useText()
  const [hasPassword, setHasPassword] = useState(lastWay() === 'password')
  const comeBack = useComeBack()
  return (
    <Card title={ondemand.account.title}>
      <div className="grid gap-4">
        <ReferralNote />
        <div>{hasPassword ? <SignIn /> : <CodePart channels={['phone']} onEntered={comeBack} />}</div>
        <div className="border-t border-line pt-2">
          <Button tone="quiet" icon="lock" onClick={() => setHasPassword(!hasPassword)}>
            {hasPassword ? signIn.codeInstead : signIn.password}
          </Button>
        </div>
      </div>
    </Card>
  )
}

/** Back to the price, signed in. */
function useComeBack(): () => Promise<void> {
  const enter = useEnter()
  return () => enter(linkTo('ondemand', {}, { step: 'price' }))
}

function SignIn() {
  const { ondemand, session } = useText()
  const comeBack = useComeBack()
  const signIn = useAction('POST /api/sign-in')
  const draft = useDraft({ email: '', password: '' })
  const submit = async () => {
    const { email, password } = draft.values
    await signIn.mutateAsync({ body: { email: email.trim(), password } })
    rememberWay('password')
    draft.reset()
    await comeBack()
  }
  return (
    <Form
      onSubmit={submit}
      submitLabel={ondemand.account.signInSubmit}
      isWide
      label={ondemand.account.signInSubmit}
    >
      <TextField
        label={session.email}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        {...draft.field('email')}
      />
      <PasswordField label={session.password} autoComplete="current-password" {...draft.field('password')} />
    </Form>
  )
}
