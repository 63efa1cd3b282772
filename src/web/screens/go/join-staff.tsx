/** Where an invitation to the staff leads: a name, a password, and the desk. */
import { useAction, useEndpoint } from '#web/api.ts'
import { useEnter } from '#web/session/enter.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'

export function JoinStaff({ token }: { token: string }) {
  const { join: texts } = useText().signIn
  const opening = useEndpoint('POST /api/open-staff-invitation', { body: { token } }, { staleMs: 0 })
  return (
    <Page title={texts.title} width="narrow">
      {opening.isLoadingError && <ErrorState error={opening.error} onRetry={() => void opening.refetch()} />}
      {opening.isPending && <SkeletonCard rows={3} />}
      {opening.data && (
        <Card>
          <p className="pb-4 text-muted">{texts.body(opening.data.invitedByName, opening.data.email)}</p>
          <JoinForm token={token} name={opening.data.name} />
        </Card>
      )}
    </Page>
  )
}

function JoinForm({ token, name }: { token: string; name: string }) {
  const { signIn, session } = useText()
  const enter = useEnter()
  const draft = useDraft({ name, password: '' })
  const join = useAction('POST /api/join-staff')
  const submit = async () => {
    await join.mutateAsync({ body: { token, ...draft.values } })
    draft.reset()
    await enter()
  }
  return (
    <Form onSubmit={submit} submitLabel={signIn.join.submit} isWide>
      <TextField label={signIn.join.name} autoComplete="name" {...draft.field('name')} />
      <PasswordField
        label={session.password}
        hint={signIn.join.hint}
        autoComplete="new-password"
        {...draft.field('password')}
      />
    </Form>
  )
}
