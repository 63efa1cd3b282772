/** Registering or signing in without leaving the order. */
import { useState } from 'react'
import { useAction } from '#web/api.ts'
import { useEnter } from '#web/session/enter.ts'
import { codesToSend, EMPTY_PERSON, PersonFields, ReferralNote } from '#web/session/person-fields.tsx'
import { useLanguage, useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { linkTo } from '#web/urls.ts'

type Way = 'register' | 'signIn'

export function AccountPart() {
  const { account: texts } = useText().ondemand
  const [way, setWay] = useState<Way>('register')
  return (
    <Card title={texts.title}>
      <div className="grid gap-4">
        <ReferralNote />
        <ChipGroup<Way>
          label={texts.title}
          isLabelHidden
          name="way"
          value={way}
          onChange={setWay}
          options={[
            { value: 'register', label: texts.register, icon: 'user' },
            { value: 'signIn', label: texts.signIn, icon: 'lock' },
          ]}
        />
        {way === 'register' ? <Register /> : <SignIn />}
      </div>
    </Card>
  )
}

/** Back to the price, signed in. */
function useComeBack(): () => Promise<void> {
  const enter = useEnter()
  return () => enter(linkTo('ondemand', {}, { step: 'price' }))
}

function Register() {
  const { account: texts } = useText().ondemand
  const locale = useLanguage()
  const comeBack = useComeBack()
  const register = useAction('POST /api/register-customer')
  const draft = useDraft(EMPTY_PERSON)
  const submit = async () => {
    const { codeRefused } = await register.mutateAsync({
      body: { ...draft.values, locale, ...codesToSend() },
    })
    draft.reset()
    await comeBack()
    if (codeRefused !== null) showToast(codeRefused, { tone: 'info' })
  }
  return (
    <Form onSubmit={submit} submitLabel={texts.registerSubmit} isWide label={texts.register}>
      <PersonFields draft={draft} password={draft.field('password')} />
    </Form>
  )
}

function SignIn() {
  const { ondemand, session } = useText()
  const comeBack = useComeBack()
  const signIn = useAction('POST /api/sign-in')
  const draft = useDraft({ email: '', password: '' })
  const submit = async () => {
    const { email, password } = draft.values
    await signIn.mutateAsync({ body: { email: email.trim(), password } })
    draft.reset()
    await comeBack()
  }
  return (
    <Form
      onSubmit={submit}
      submitLabel={ondemand.account.signInSubmit}
      isWide
      label={ondemand.account.signIn}
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
