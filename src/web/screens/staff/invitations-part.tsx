/** Who is invited and has not come yet. */
import { type Reply, useAction, useEndpoint } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { confirmPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { rolesText } from './roles-fields.tsx'

type Invitation = Reply<'GET /api/staff-invitations'>['invitations'][number]

export function InvitationsPart() {
  const { invitations: texts } = useText().staff
  const read = useEndpoint('GET /api/staff-invitations')
  if (read.isLoadingError) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data || read.data.invitations.length === 0) return null
  return (
    <Card title={texts.title} isFlush>
      <List label={texts.title}>
        {read.data.invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </List>
    </Card>
  )
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { staff } = useText()
  const { invitations: texts } = staff
  const format = useFormat()
  const refreshes = ['GET /api/staff-invitations'] as const
  const resend = useAction('POST /api/resend-staff-invitation', { refreshes })
  const withdraw = useAction('POST /api/withdraw-staff-invitation', { refreshes })
  const { id: invitationId, name, email, isOver } = invitation
  const sendAgain = async () => {
    await resend.mutateAsync({ body: { invitationId } })
    showToast(texts.sentAgain(email))
  }
  const askWhether = async () => {
    const isGone = await confirmPrompt({
      title: texts.withdrawTitle(name),
      body: texts.withdrawBody,
      submitLabel: texts.withdraw,
      isDanger: true,
      onSubmit: () => withdraw.mutateAsync({ body: { invitationId } }),
    })
    if (isGone) showToast(texts.withdrawn(name))
  }
  return (
    <ListRow
      icon="mail"
      title={name}
      detail={
        <>
          <span className="block wrap-anywhere">{`${email} · ${rolesText(invitation, staff)}`}</span>
          <span className="block">
            {texts.sent(invitation.invitedByName, format.dateTime(invitation.sentAt))}
          </span>
        </>
      }
      state={
        <Badge tone={isOver ? 'warn' : 'neutral'}>
          {isOver ? texts.over : texts.until(format.dateOf(invitation.expiresAt))}
        </Badge>
      }
      actions={
        <>
          <Button
            tone="quiet"
            isBusy={resend.isPending}
            aria-label={`${texts.resend}: ${name}`}
            onClick={() => void sendAgain()}
          >
            {texts.resend}
          </Button>
          <Button tone="quiet" aria-label={`${texts.withdraw}: ${name}`} onClick={() => void askWhether()}>
            {texts.withdraw}
          </Button>
        </>
      }
    />
  )
}
