import { useAction, useEndpoint } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { CheckboxField } from '#web/ui/forms/checkbox-field.tsx'

/** Shown once it is known what was chosen; the tick is saved at once. */
export function PapersByMail() {
  const texts = useText().notices.preferences
  const saved = useEndpoint('GET /api/paper-preferences')
  const save = useAction('POST /api/save-paper-preferences', { refreshes: ['GET /api/paper-preferences'] })
  if (!saved.data) return null
  const choose = (mailsReceipts: boolean) =>
    save.mutate(
      { body: { mailsReceipts } },
      {
        onSuccess: () => showToast(texts.saved),
        onError: (error) => showToast(error.message, { tone: 'danger' }),
      },
    )
  return (
    <Card title={texts.papers}>
      <CheckboxField
        name="mailsReceipts"
        label={texts.receiptsAsPdf}
        hint={texts.receiptsHint}
        value={save.variables?.body.mailsReceipts ?? saved.data.mailsReceipts}
        onChange={choose}
      />
    </Card>
  )
}
