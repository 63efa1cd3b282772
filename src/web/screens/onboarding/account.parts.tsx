import { useAction, useEndpoint } from '#web/api.ts'
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
      <Form onSubmit={save} submitLabel={account.changeEmail} label={account.emailTitle}>
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

export function PasswordCard() {
  const { account, person } = useText().onboarding
  const change = useAction('POST /api/change-password', { refreshes: ['GET /api/sessions'] })
  const draft = useDraft({ password: '' })
  const save = async () => {
    await change.mutateAsync({ body: draft.values })
    draft.reset()
    showToast(account.passwordChanged)
  }
  return (
    <Card title={account.passwordTitle}>
      <Form onSubmit={save} submitLabel={account.changePassword} label={account.passwordTitle}>
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

/** `Chrome · Android` out of a user agent: enough to know one's own device. */
function deviceName(userAgent: string): string {
  const browser = /(Edg|Firefox|Chrome|Safari)\//.exec(userAgent)?.[1]?.replace('Edg', 'Edge')
  const system = /(Android|iPhone|iPad|Windows|Mac OS X|Linux)/.exec(userAgent)?.[1]
  return [browser, system].filter(Boolean).join(' · ') || userAgent.slice(0, 40)
}
