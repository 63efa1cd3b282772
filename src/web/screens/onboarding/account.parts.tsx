import { useQueryClient } from '@tanstack/react-query'
import { deviceName } from '#domain/accounts/device-name.ts'
import { useAction, useEndpoint } from '#web/api.ts'
import { askForCode } from '#web/session/ask-again.ts'
import type { User } from '#web/session/user.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { maskPhone } from '#web/ui/forms/phone.ts'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

export function EmailCard({ user }: { user: User }) {
  const { account, person } = useText().onboarding
  const change = useAction('POST /api/change-email')
  const draft = useDraft({ email: user.email ?? '' })
  const save = async () => {
    await change.mutateAsync({ body: draft.values })
    showToast(account.emailAsked(draft.values.email), { tone: 'info' })
  }
  return (
    <Card title={account.emailTitle}>
      <Form onSubmit={save} tone="secondary" submitLabel={account.changeEmail} label={account.emailTitle}>
        <TextField
          label={person.email}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          {...draft.field('email')}
        />
      </Form>
    </Card>
  )
}

/** Whether a code to one's phone signs in; a number that was only typed is confirmed here. */
export function TextCodeCard({ user }: { user: User }) {
  const { byText: texts } = useText().signIn
  const client = useQueryClient()
  const ways = useEndpoint('GET /api/sign-in-ways')
  const confirm = useAction('POST /api/confirm-phone', { refreshes: ['GET /api/sign-in-ways'] })
  const { phone } = user
  if (!phone || ways.data === undefined || user.type === 'Operator') return null
  const shown = maskPhone(phone)
  const isConfirmed = ways.data.phone !== null
  const submit = async () => {
    const isDone = await askForCode(client, { phone }, (body) => confirm.mutateAsync({ body }))
    if (isDone) showToast(texts.done)
  }
  return (
    <Card title={texts.title}>
      <div className="grid justify-items-start gap-3">
        <p className="text-muted">{isConfirmed ? texts.held(shown) : texts.open(shown)}</p>
        {!isConfirmed && <Button onClick={() => void submit()}>{texts.confirm}</Button>}
      </div>
    </Card>
  )
}

export function PasswordCard() {
  const { onboarding, signIn } = useText()
  const { account, person } = onboarding
  const ways = useEndpoint('GET /api/sign-in-ways')
  const hasNone = ways.data?.hasPassword === false
  const title = hasNone ? signIn.addPassword : account.passwordTitle
  const change = useAction('POST /api/change-password', {
    refreshes: ['GET /api/sessions', 'GET /api/sign-in-ways'],
  })
  const draft = useDraft({ password: '' })
  const save = async () => {
    await change.mutateAsync({ body: draft.values })
    draft.reset()
    showToast(account.passwordChanged)
  }
  return (
    <Card title={title}>
      {hasNone && ways.data?.email === null && <p className="pb-4 text-muted">{signIn.passwordNeedsEmail}</p>}
      <Form
        onSubmit={save}
        tone="secondary"
        submitLabel={hasNone ? signIn.addPassword : account.changePassword}
        label={title}
      >
        <PasswordField
          label={account.newPassword}
          hint={person.passwordHint}
          autoComplete="new-password"
          {...draft.field('password')}
        />
      </Form>
    </Card>
  )
}

export function Sessions() {
  const { account } = useText().onboarding
  const format = useFormat()
  const sessions = useEndpoint('GET /api/sessions')
  const revoke = useAction('POST /api/revoke-session', { refreshes: ['GET /api/sessions'] })
  const signOut = async (sessionId?: string) => {
    await revoke.mutateAsync({ body: sessionId === undefined ? {} : { sessionId } })
    showToast(account.signedOut)
  }
  const hasOthers = sessions.data?.some(({ isThis }) => !isThis) ?? false
  return (
    <Card title={account.sessions} isFlush>
      {sessions.isPending && <Skeleton rows={2} />}
      {sessions.isLoadingError && (
        <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />
      )}
      <List label={account.sessions}>
        {sessions.data?.map((session) => (
          <ListRow
            key={session.id}
            icon="globe"
            title={deviceName(session.userAgent)}
            detail={account.lastSeen(format.dateTime(session.lastSeenAt))}
            state={session.isThis ? <Badge tone="good">{account.thisDevice}</Badge> : undefined}
            actions={
              session.isThis ? undefined : (
                <Button tone="quiet" isBusy={revoke.isPending} onClick={() => void signOut(session.id)}>
                  {account.signOutOne}
                </Button>
              )
            }
          />
        ))}
      </List>
      {hasOthers && (
        <div className="border-t border-line p-4">
          <Button isBusy={revoke.isPending} onClick={() => void signOut()}>
            {account.signOutOthers}
          </Button>
        </div>
      )}
    </Card>
  )
}
