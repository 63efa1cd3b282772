/** One who looks after the places, or is invited to: what it may do, and how that is changed and ended. */
import { useState } from 'react'
import { type Reply, useAction } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialogs/dialog.tsx'
import { confirmPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { ListRow } from '#web/ui/lists/list.tsx'
import { type Group, reachOf, type Share, ShareFields, shareText } from './share-fields.tsx'

type Person = Reply<'GET /api/shares'>['people'][number]
type RowProps = { person: Person; groups: readonly Group[] }

const refreshes = ['GET /api/shares'] as const

export function PersonRow({ person, groups }: RowProps) {
  const { sharing: texts } = useText()
  const format = useFormat()
  const [isChanging, setChanging] = useState(false)
  const { name, email, joinedAt, sentAt } = person
  const when =
    joinedAt === null ? texts.own.invited(format.dateOf(sentAt)) : texts.own.since(format.dateOf(joinedAt))
  return (
    <>
      <ListRow
        icon={joinedAt === null ? 'mail' : 'user'}
        title={name}
        detail={
          <>
            <span className="block wrap-anywhere">{email}</span>
            <span className="block wrap-anywhere">{shareText(person, texts)}</span>
          </>
        }
        state={
          <Badge tone={person.isOver ? 'warn' : 'neutral'}>{person.isOver ? texts.own.over : when}</Badge>
        }
        actions={
          <>
            {joinedAt === null && <ResendButton person={person} />}
            <Button
              tone="quiet"
              aria-label={`${texts.own.change}: ${name}`}
              onClick={() => setChanging(true)}
            >
              {texts.own.change}
            </Button>
            <EndButton person={person} />
          </>
        }
      />
      <Sheet title={texts.own.changeTitle(name)} isOpen={isChanging} onClose={() => setChanging(false)}>
        {isChanging && <ChangeForm person={person} groups={groups} onDone={() => setChanging(false)} />}
      </Sheet>
    </>
  )
}

function ChangeForm({ person, groups, onDone }: RowProps & { onDone: () => void }) {
  const { sharing: texts } = useText()
  const [share, setShare] = useState<Share>({
    role: person.role,
    isWhole: person.isWhole,
    groupIds: person.groups.map(({ id }) => id),
  })
  const change = useAction('POST /api/change-share', { refreshes })
  const submit = async () => {
    const reach = reachOf(share, groups, texts)
    await change.mutateAsync({ body: { shareId: person.shareId, role: share.role, reach } })
    showToast(texts.own.saved(person.name))
    onDone()
  }
  return (
    <Form onSubmit={submit} submitLabel={texts.own.save}>
      <ShareFields share={share} groups={groups} onChange={setShare} />
    </Form>
  )
}

function ResendButton({ person: { shareId, name, email } }: { person: Person }) {
  const { own: texts } = useText().sharing
  const resend = useAction('POST /api/resend-helper-invitation', { refreshes })
  const send = async () => {
    await resend.mutateAsync({ body: { shareId } })
    showToast(texts.resent(email))
  }
  return (
    <Button
      tone="quiet"
      isBusy={resend.isPending}
      aria-label={`${texts.resend}: ${name}`}
      onClick={() => void send().catch(() => undefined)}
    >
      {texts.resend}
    </Button>
  )
}

function EndButton({ person: { shareId, name, joinedAt } }: { person: Person }) {
  const { own: texts } = useText().sharing
  const end = useAction('POST /api/end-share', { refreshes })
  const isInvited = joinedAt === null
  const label = isInvited ? texts.withdraw : texts.end
  const ask = async () => {
    const isGone = await confirmPrompt({
      title: isInvited ? texts.withdrawTitle(name) : texts.endTitle(name),
      body: isInvited ? texts.withdrawBody : texts.endBody,
      submitLabel: label,
      isDanger: true,
      onSubmit: () => end.mutateAsync({ body: { shareId } }),
    })
    if (isGone) showToast(texts.ended(name))
  }
  return (
    <Button tone="quiet" aria-label={`${label}: ${name}`} onClick={() => void ask()}>
      {label}
    </Button>
  )
}
