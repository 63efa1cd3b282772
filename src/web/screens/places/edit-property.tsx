/** A dialog that changes a property's name, address, group and place. */
import { useAction } from '#web/api.ts'
import { PropertyGroupField } from '#web/places/add-property.tsx'
import { groupNameOf } from '#web/places/group-field.tsx'
import { PinField, requirePin } from '#web/places/pin-field.tsx'
import { useText } from '#web/text/store.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import type { Property } from './reply-types.ts'

export function EditPropertyDialog({ property, onClose }: { property: Property; onClose: () => void }) {
  const { places } = useText()
  const draft = useDraft({
    name: property.name,
    address: property.address ?? '',
    groupName: property.groupName ?? '',
    lat: String(property.lat),
    lng: String(property.lng),
  })
  const update = useAction('POST /api/update-property', {
    refreshes: ['GET /api/property', 'GET /api/properties', 'GET /api/property-groups'],
  })
  const submit = async () => {
    const { name, address, groupName } = draft.values
    const pin = requirePin(draft.values, places.add)
    const hasMoved = pin.lat !== property.lat || pin.lng !== property.lng
    await update.mutateAsync({
      body: {
        propertyId: property.id,
        name,
        address: address.trim() === '' ? null : address,
        groupName: groupNameOf(groupName),
        ...(hasMoved ? pin : {}),
      },
    })
    draft.reset()
    showToast(places.property.saved)
    onClose()
  }
  return (
    <Dialog title={places.property.editTitle} isOpen onClose={onClose} isSheet isWide>
      <Form onSubmit={submit} submitLabel={places.property.save}>
        <TextField label={places.add.name} maxLength={200} {...draft.field('name')} />
        <TextField label={places.add.address} maxLength={300} isOptional {...draft.field('address')} />
        <PropertyGroupField draft={draft} />
        <PinField draft={draft} />
      </Form>
    </Dialog>
  )
}
