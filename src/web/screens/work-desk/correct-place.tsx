/** What a customer says on the phone about its place, set right in its name: the name, the address, the pin, the way in. */
import { useState } from 'react'
import { type Reply, useAction } from '#web/api.ts'
import { PinField, requirePin } from '#web/places/pin-field.tsx'
import { useText } from '#web/text/store.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { TextArea, TextField } from '#web/ui/forms/text-field.tsx'

type Place = Reply<'GET /api/operator-place'>

export function CorrectPlaceDialog({ place, onClose }: { place: Place; onClose: () => void }) {
  const { workDesk, places } = useText()
  const { correct: texts } = workDesk.place
  // What the form began with: what it leaves alone is not sent, so that nobody else’s change is written over.
  const [was] = useState({
    name: place.name,
    address: place.address ?? '',
    accessNotes: place.accessNotes,
  })
  const draft = useDraft({
    ...was,
    lat: String(place.lat),
    lng: String(place.lng),
  })
  const update = useAction('POST /api/update-property', {
    refreshes: ['GET /api/operator-place', 'GET /api/history'],
  })
  const submit = async () => {
    const { name, address, accessNotes } = draft.values
    const pin = requirePin(draft.values, places.add)
    const hasMoved = pin.lat !== place.lat || pin.lng !== place.lng
    await update.mutateAsync({
      body: {
        propertyId: place.id,
        ...(name === was.name ? {} : { name }),
        ...(address === was.address ? {} : { address: address.trim() === '' ? null : address }),
        ...(accessNotes === was.accessNotes ? {} : { accessNotes }),
        ...(hasMoved ? pin : {}),
      },
    })
    draft.reset()
    showToast(texts.saved(place.customer.name))
    onClose()
  }
  return (
    <Dialog title={texts.title(place.name)} isOpen onClose={onClose} isSheet isWide>
      <Form onSubmit={submit} submitLabel={places.property.save}>
        <p className="text-muted">{workDesk.job.acting(place.customer.name)}</p>
        <TextField label={places.add.name} maxLength={200} {...draft.field('name')} />
        <TextField label={places.add.address} maxLength={300} isOptional {...draft.field('address')} />
        <TextArea
          label={places.add.accessNotes}
          rows={4}
          maxLength={2_000}
          isOptional
          {...draft.field('accessNotes')}
        />
        <PinField draft={draft} />
      </Form>
    </Dialog>
  )
}
