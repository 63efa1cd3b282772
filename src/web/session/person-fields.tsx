/** The four questions that every account begins with. */
import { useText } from '#web/text/store.ts'
import type { Draft, FieldBinding } from '#web/ui/forms/draft.ts'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { PhoneField } from '#web/ui/forms/phone-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Agreement } from './agreement.tsx'

type Person = { name: string; email: string; phone: string }

type Errors = Readonly<Record<string, string>>
type Password = FieldBinding<string>
type PersonDraft = Pick<Draft<Person>, 'field'>
/** The password is kept nowhere, unlike the other answers. */
type PersonFieldsProps = { draft: PersonDraft; password: Password; errors?: Errors }

/** `errors` are sentences of the server that came after the step was left. */
export function PersonFields({ draft, password, errors = {} }: PersonFieldsProps) {
  const { onboarding } = useText()
  const { person } = onboarding
  return (
    <>
      <TextField label={person.name} autoComplete="name" error={errors['name']} {...draft.field('name')} />
      <TextField
        label={person.email}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        error={errors['email']}
        {...draft.field('email')}
      />
      <PhoneField label={person.phone} error={errors['phone']} {...draft.field('phone')} />
      <NewPassword password={password} error={errors['password']} />
      <Agreement />
    </>
  )
}

export function NewPassword({ password, error }: { password: Password; error?: string }) {
  const { person } = useText().onboarding
  return (
    <PasswordField
      label={person.password}
      hint={person.passwordHint}
      autoComplete="new-password"
      error={error}
      {...password}
    />
  )
}
