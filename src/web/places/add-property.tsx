/** A dialog that adds one property: where it is, by address or on the map, and what a crew should know. */
import { useState } from 'react'
import { useAction, useEndpoint } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { type Draft, useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { TextArea, TextField } from '#web/ui/forms/text-field.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useChosenAddress } from './chosen-address.ts'
import { GroupField, groupNameOf } from './group-field.tsx'
import { PinField, requirePin } from './pin-field.tsx'
import { PlaceField } from './place-field.tsx'

type Values = { name: string; groupName: string; accessNotes: string; lat: string; lng: string }

const PLACES = ['GET /api/properties', 'GET /api/property-groups', 'GET /api/customer-summary'] as const

export function AddPropertyDialog({ onClose }: { onClose: () => void }) {
  const texts = useText().places.add
  const [way, setWay] = useState<'address' | 'pin'>('address')
  const chosen = useChosenAddress('address')
  const draft = useDraft<Values>({ name: '', groupName: '', accessNotes: '', lat: '', lng: '' })
  const add = useAction('POST /api/add-property', { refreshes: PLACES })
  const { name, groupName, accessNotes } = draft.values
  const submit = async () => {
    const spot = way === 'address' ? chosen.require() : { address: null, ...requirePin(draft.values, texts) }
    const { address, lat, lng } = spot
    await add.mutateAsync({
      body: { name, address, lat, lng, groupName: groupNameOf(groupName), accessNotes },
    })
    draft.reset()
    showToast(texts.added(name))
    onClose()
  }
  return (
    <Dialog title={texts.title} isOpen onClose={onClose} isSheet isWide>
      <Form onSubmit={submit} submitLabel={texts.submit} icon="plus">
        <Tabs
          label={texts.how}
          tabs={[
            { key: 'address', label: texts.byAddress },
            { key: 'pin', label: texts.byPin },
          ]}
          active={way}
          onSelect={setWay}
        >
          {way === 'address' ? (
            <PlaceField label={texts.address} {...chosen.field} />
          ) : (
            <PinField draft={draft} />
          )}
        </Tabs>
        <TextField label={texts.name} hint={texts.nameHint} maxLength={200} {...draft.field('name')} />
        <PropertyGroupField draft={draft} />
        <TextArea
          label={texts.accessNotes}
          hint={texts.accessNotesHint}
          maxLength={2_000}
          isOptional
          {...draft.field('accessNotes')}
        />
      </Form>
    </Dialog>
  )
}

/** Of properties, with the groups that the customer has. */
export function PropertyGroupField({ draft }: { draft: Pick<Draft<{ groupName: string }>, 'field'> }) {
  const texts = useText().places.add
  const groups = useEndpoint('GET /api/property-groups')
  return (
    <GroupField
      label={texts.group}
      hint={texts.groupHint}
      groups={groups.data}
      {...draft.field('groupName')}
    />
  )
}
