import { useState } from 'react'
import { type Reply, useAction } from '#web/api.ts'
import { useLookAgain } from '#web/desk/look-again.ts'
import { useText } from '#web/text/store.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { type Charge, type Roles, RolesFields, toBody } from './roles-fields.tsx'

type Person = Reply<'GET /api/staff'>['people'][number]

export function ChangeRoles({
  person,
  charge,
  onDone,
}: {
  person: Person
  charge: Charge
  onDone: () => void
}) {
  const { staff: texts } = useText()
  const lookAgain = useLookAgain('GET /api/staff')
  const [was] = useState<Roles>(person)
  const [roles, setRoles] = useState(was)
  const draft = useDraft({ reason: '' })
  const change = useAction('POST /api/change-staff-roles', { refreshes: ['GET /api/staff'] })
  const submit = async () => {
    await lookAgain(
      change.mutateAsync({
        body: { userId: person.id, roles: toBody(roles), was: toBody(was), reason: draft.values.reason },
      }),
    )
    draft.reset()
    showToast(texts.change.done(person.name))
    onDone()
  }
  return (
    <Form onSubmit={submit} submitLabel={texts.change.submit}>
      <p className="text-muted">{texts.change.body}</p>
      <RolesFields roles={roles} charge={charge} onChange={setRoles} />
      <TextField label={texts.reason} maxLength={300} {...draft.field('reason')} />
    </Form>
  )
}
