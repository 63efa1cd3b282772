/** What a crew has to know to get in, read and written in place. */
import { useState } from 'react'
import { useAction } from '#web/api.ts'
import { useMayHere } from '#web/session/looks-after.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { TextArea } from '#web/ui/forms/text-field.tsx'
import type { Property } from './reply-types.ts'

export function AccessNotes({ property }: { property: Property }) {
  const texts = useText().places.property
  const [isEditing, setEditing] = useState(false)
  const mayChange = useMayHere()('places')
  return (
    <Card title={texts.accessNotes}>
      {isEditing ? (
        <NotesForm property={property} onDone={() => setEditing(false)} />
      ) : (
        <div className="grid justify-items-start gap-3">
          <p className={`break-words whitespace-pre-line ${property.accessNotes === '' ? 'text-muted' : ''}`}>
            {property.accessNotes === '' ? texts.noAccessNotes : property.accessNotes}
          </p>
          {mayChange && !property.isRemoved && (
            <Button onClick={() => setEditing(true)}>{texts.editNotes}</Button>
          )}
        </div>
      )}
    </Card>
  )
}

function NotesForm({ property, onDone }: { property: Property; onDone: () => void }) {
  const { places, ui } = useText()
  const texts = places.property
  const draft = useDraft({ accessNotes: property.accessNotes })
  const update = useAction('POST /api/update-property', { refreshes: ['GET /api/property'] })
  const submit = async () => {
    const propertyId = property.id
    await update.mutateAsync({ body: { propertyId, accessNotes: draft.values.accessNotes } })
    showToast(texts.saved)
    onDone()
  }
  return (
    <Form
      onSubmit={submit}
      submitLabel={texts.save}
      secondary={
        <Button tone="quiet" onClick={onDone}>
          {ui.cancel}
        </Button>
      }
    >
      <TextArea
        label={texts.accessNotes}
        hint={places.add.accessNotesHint}
        rows={5}
        maxLength={2_000}
        isOptional
        isLabelHidden
        {...draft.field('accessNotes')}
      />
    </Form>
  )
}
