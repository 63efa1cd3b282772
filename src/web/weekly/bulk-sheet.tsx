/** One change of many weekly jobs: what, then what it would do to each, then done in the background. */
import { useState } from 'react'
import { dateAt, DEFAULT_TIME_ZONE } from '#domain/time.ts'
import { type Reply, useAction, useEndpoint } from '#web/api.ts'
import { useUser } from '#web/session/user.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialogs/dialog.tsx'
import { CheckboxField } from '#web/ui/forms/checkbox-field.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { useNow } from '#web/ui/now.ts'
import { type BulkChange, type BulkDraft, changeOf, newDraft } from './bulk-draft.ts'
import { BulkFields } from './bulk-fields.tsx'
import { BulkPreview } from './bulk-preview.tsx'
import { useChangeText } from './change-text.ts'

type Preview = Reply<'POST /api/preview-bulk-change'>
type Seen = { readonly change: BulkChange; readonly preview: Preview }
type BulkSheetProps = { weeklyJobIds: readonly string[]; onClose: () => void; onStarted: () => void }

export function BulkSheet({ weeklyJobIds, onClose, onStarted }: BulkSheetProps) {
  const { bulk: texts } = useText().weeklyList
  const nameOf = useChangeText()
  const zone = useUser()?.time_zone ?? DEFAULT_TIME_ZONE
  const today = dateAt(useNow(), zone)
  const [seen, setSeen] = useState<Seen>()
  const preview = useAction('POST /api/preview-bulk-change')
  const draft = useDraft<BulkDraft>(newDraft(today))
  const isOfCrews = draft.values.kind === 'crews'
  const crews = useEndpoint('GET /api/known-crews', undefined, { isEnabled: isOfCrews })
  const look = async () => {
    // Who could not choose has not chosen nobody.
    if (isOfCrews && crews.data === undefined) return void (await crews.refetch())
    const change = changeOf(draft.values)
    const body = { weeklyJobIds: [...weeklyJobIds], change }
    setSeen({ change, preview: await preview.mutateAsync({ body }) })
  }
  const title = seen === undefined ? texts.change(weeklyJobIds.length) : nameOf(seen.change)
  return (
    <Sheet title={title} isOpen isWide onClose={onClose}>
      {seen === undefined ? (
        <Form onSubmit={look} submitLabel={texts.look} isWide>
          <BulkFields draft={draft} today={today} />
        </Form>
      ) : (
        <Applying
          seen={seen}
          weeklyJobIds={weeklyJobIds}
          onBack={() => setSeen(undefined)}
          onStarted={() => {
            draft.reset()
            onStarted()
          }}
        />
      )}
    </Sheet>
  )
}

function Applying({
  seen: { change, preview },
  weeklyJobIds,
  onBack,
  onStarted,
}: {
  seen: Seen
  weeklyJobIds: readonly string[]
  onBack: () => void
  onStarted: () => void
}) {
  const { bulk: texts } = useText().weeklyList
  const draft = useDraft({ isWhole: false })
  const start = useAction('POST /api/start-bulk-change', { refreshes: ['GET /api/bulk-changes'] })
  const submit = async () => {
    await start.mutateAsync({ body: { weeklyJobIds: [...weeklyJobIds], change, ...draft.values } })
    onStarted()
  }
  const back = <Button onClick={onBack}>{texts.back}</Button>
  if (preview.changedCount === 0)
    return (
      <div className="grid gap-4">
        <BulkPreview preview={preview} />
        {back}
      </div>
    )
  return (
    <Form
      onSubmit={submit}
      submitLabel={texts.apply[change.kind === 'cancel' ? 'cancel' : 'other'](preview.changedCount)}
      tone={change.kind === 'cancel' ? 'danger' : 'primary'}
      secondary={back}
    >
      <BulkPreview preview={preview} />
      <CheckboxField label={texts.isWhole} hint={texts.isWholeHint} {...draft.field('isWhole')} />
    </Form>
  )
}
