import { type Reply, useAction } from '#web/api.ts'
import { Newer, useBasis } from '#web/desk/basis.tsx'
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
  const draft = useDraft(valuesOf(person))
  const { roles, reason } = draft.values
  const basis = useBasis({
    current: person,
    draft,
    valuesOf,
    markOf: (of) => JSON.stringify(rolesOf(of)),
    labels: { roles: texts.change.roles },
    read: 'GET /api/staff',
  })
  const change = useAction('POST /api/change-staff-roles', { refreshes: ['GET /api/staff'] })
  const submit = async () => {
    const body = { userId: person.id, roles: toBody(roles), was: toBody(rolesOf(basis.base)), reason }
    await basis.save(() => change.mutateAsync({ body }))
    showToast(texts.change.done(person.name))
    onDone()
  }
  return (
    <Form onSubmit={submit} submitLabel={texts.change.submit}>
      <Newer basis={basis} />
      <p className="text-muted">{texts.change.body}</p>
      <RolesFields roles={roles} charge={charge} onChange={(changed) => draft.set({ roles: changed })} />
      <TextField label={texts.reason} maxLength={300} {...draft.field('reason')} />
    </Form>
  )
}

function rolesOf({ everywhere, cities }: Person): Roles {
  return { everywhere, cities }
}

function valuesOf(person: Person): { roles: Roles; reason: string } {
  return { roles: rolesOf(person), reason: '' }
}
