import { useState } from 'react'
import { LANGUAGES } from '#domain/language.ts'
import { useAction } from '#web/api.ts'
import { useUser } from '#web/session/user.ts'
import { useText } from '#web/text/store.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form, FormRefusal } from '#web/ui/forms/form.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { type Charge, type Roles, RolesFields, toBody } from './roles-fields.tsx'

type InviteFormProps = {
  charge: Charge
  /** A city that looks for whoever runs its days. */
  marketId: string | null
  onDone: () => void
}

export function InviteForm({ charge, marketId, onDone }: InviteFormProps) {
  const { staff: texts, shell } = useText()
  const locale = useUser()?.locale ?? 'en'
  const [roles, setRoles] = useState<Roles>({
    everywhere: null,
    cities: marketId === null ? [] : [{ marketId, role: 'dispatcher' }],
  })
  const draft = useDraft({ name: '', email: '', locale })
  const invite = useAction('POST /api/invite-staff', { refreshes: ['GET /api/staff-invitations'] })
  const submit = async () => {
    if (roles.everywhere === null && roles.cities.length === 0) throw new FormRefusal(texts.invite.chooseRole)
    await invite.mutateAsync({ body: { ...draft.values, roles: toBody(roles) } })
    showToast(texts.invite.done(draft.values.email))
    draft.reset()
    onDone()
  }
  return (
    <Form onSubmit={submit} submitLabel={texts.invite.send}>
      <p className="text-muted">{texts.invite.body}</p>
      <TextField label={texts.invite.name} maxLength={100} {...draft.field('name')} />
      <TextField label={texts.invite.email} type="email" autoCapitalize="none" {...draft.field('email')} />
      <SelectField
        label={texts.invite.language}
        options={LANGUAGES.map((value) => ({ value, label: shell.language[value] }))}
        {...draft.field('locale')}
      />
      <RolesFields roles={roles} charge={charge} onChange={setRoles} />
    </Form>
  )
}
