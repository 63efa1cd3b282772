/** A dialog that adds one property: where it is, by address or by coordinates, and what a crew should know. */
import { useState } from 'react'
import { isLatLng, type LatLng } from '#domain/geo.ts'
import { useAction, useEndpoint } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { type Draft, useDraft } from '#web/ui/forms/draft.ts'
import { Form, FormRefusal } from '#web/ui/forms/form.tsx'
import { TextArea, TextField } from '#web/ui/forms/text-field.tsx'
import { RouteMap } from '#web/ui/maps/route-map.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { AddressField } from './address-field.tsx'
import { useChosenAddress } from './chosen-address.ts'
import { GroupField, groupNameOf } from './group-field.tsx'

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
            <AddressField label={texts.address} {...chosen.field} />
          ) : (
            <PinFields draft={draft} />
          )}
        </Tabs>
        <Spot at={way === 'address' ? chosen.place : readPin(draft.values)} />
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

/** Degrees as typed, in a row of two. */
export function PinFields({ draft }: { draft: Pick<Draft<{ lat: string; lng: string }>, 'field'> }) {
  const texts = useText().places.add
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <TextField label={texts.lat} hint={texts.latHint} inputMode="text" {...draft.field('lat')} />
      <TextField label={texts.lng} hint={texts.lngHint} inputMode="text" {...draft.field('lng')} />
    </div>
  )
}

/** Null unless both are degrees on the globe; a decimal comma is one, too. */
function readPin({ lat, lng }: { lat: string; lng: string }): LatLng | null {
  const place = { lat: degrees(lat), lng: degrees(lng) }
  return isLatLng(place) ? place : null
}

/** What both fields say, or the form's refusal. */
export function requirePin(values: { lat: string; lng: string }, texts: { notDegrees: string }): LatLng {
  const pin = readPin(values)
  if (pin === null) throw new FormRefusal(texts.notDegrees, { lat: texts.notDegrees, lng: texts.notDegrees })
  return pin
}

function degrees(text: string): number | null {
  return /^\s*[+-]?\d{1,3}([.,]\d+)?\s*$/.test(text) ? Number(text.replace(',', '.')) : null
}

function Spot({ at }: { at: LatLng | null }) {
  const texts = useText().places.add
  if (at === null) return null
  return (
    <div className="overflow-hidden rounded-2xl border border-line">
      <RouteMap stops={[{ id: 'here', place: at, label: texts.here }]} isRoute={false} />
    </div>
  )
}
