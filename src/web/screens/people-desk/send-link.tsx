import { useAction } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { IconButton } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'

/** Texts a crew the link to its own assignments; nobody else sees it. */
export function SendLink({ crewId, name }: { crewId: string; name: string }) {
  const { link } = useText().assignments
  const send = useAction('POST /api/send-assignments-link')
  const sendIt = () =>
    send.mutate(
      { body: { crewId } },
      {
        onSuccess: () => showToast(link.sentTo(name)),
        onError: (error) => showToast(error.message, { tone: 'danger' }),
      },
    )
  return <IconButton icon="message" label={`${link.sendTo}: ${name}`} onClick={sendIt} />
}
