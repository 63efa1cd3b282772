import { useState } from 'react'
import { LANGUAGES } from '#domain/language.ts'
import { useAction } from '#web/api.ts'
import { useUser } from '#web/session/user.ts'
import { useText } from '#web/text/store.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { type Group, reachOf, type Share, ShareFields } from './share-fields.tsx'

export function InviteForm({ groups, onDone }: { groups: readonly Group[]; onDone: () => void }) {
  const { sharing: texts, shell } = useText()
  const locale = useUser()?.locale ?? 'en'
  const [share, setShare] = useState<Share>({ role: 'schedule', isWhole: false, groupIds: [] })
  const draft = useDraft({ name: '', email: '', locale })
  const invite = useAction('POST /api/invite-helper', { refreshes: ['GET /api/shares'] })
  const submit = async () => {
    const reach = reachOf(share, groups, texts)
    await invite.mutateAsync({ body: { ...draft.values, role: share.role, reach } })
    showToast(texts.own.sent(draft.values.email))
    draft.reset()
    onDone()
  }
  return (
    <Form onSubmit={submit} submitLabel={texts.own.send}>
      <p className="text-muted">{texts.own.body}</p>
      <TextField label={texts.own.name} maxLength={100} {...draft.field('name')} />
      <TextField label={texts.own.email} type="email" autoCapitalize="none" {...draft.field('email')} />
      <SelectField
        label={texts.own.language}
        options={LANGUAGES.map((value) => ({ value, label: shell.language[value] }))}
        {...draft.field('locale')}
      />
      <ShareFields share={share} groups={groups} onChange={setShare} />
    </Form>
  )
}
