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
import { AddressField, type ChosenPlace } from './address-field.tsx'

type Values = { name: string; groupName: string; accessNotes: string; lat: string; lng: string }

const PLACES = ['GET /api/properties', 'GET /api/property-groups', 'GET /api/customer-summary'] as const

export function AddPropertyDialog({ onClose }: { onClose: () => void }) {
  const texts = useText().places.add
  const [way, setWay] = useState<'address' | 'pin'>('address')
  const [place, setPlace] = useState<ChosenPlace | null>(null)
  const draft = useDraft<Values>({ name: '', groupName: '', accessNotes: '', lat: '', lng: '' })
  const add = useAction('POST /api/add-property', { refreshes: PLACES })
  const { name, groupName, accessNotes } = draft.values
  const submit = async () => {
    const spot = way === 'address' ? place : readPin(draft.values)
    if (spot === null) throw missingPlace(way, texts)
    const address = way === 'address' && place !== null ? place.address : null
    await add.mutateAsync({
      body: {
        name,
        address,
        lat: spot.lat,
        lng: spot.lng,
        groupName: groupName.trim() === '' ? null : groupName,
        accessNotes,
      },
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
            <AddressField label={texts.address} name="address" value={place} onChange={setPlace} />
          ) : (
            <PinFields draft={draft} />
          )}
        </Tabs>
        <Spot at={way === 'address' ? place : readPin(draft.values)} />
        <TextField label={texts.name} hint={texts.nameHint} maxLength={200} {...draft.field('name')} />
        <GroupField draft={draft} />
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

/** A text field that offers the groups there are. */
export function GroupField({ draft }: { draft: Pick<Draft<{ groupName: string }>, 'field'> }) {
  const texts = useText().places.add
  const groups = useEndpoint('GET /api/property-groups')
  return (
    <>
      <TextField
        label={texts.group}
        hint={texts.groupHint}
        maxLength={100}
        list="property-groups"
        autoComplete="off"
        isOptional
        {...draft.field('groupName')}
      />
      <datalist id="property-groups">
        {groups.data?.map((group) => (
          <option key={group.id} value={group.name}>
            {group.name}
          </option>
        ))}
      </datalist>
    </>
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
export function readPin({ lat, lng }: { lat: string; lng: string }): LatLng | null {
  const place = { lat: degrees(lat), lng: degrees(lng) }
  return isLatLng(place) ? place : null
}

function degrees(text: string): number | null {
  return /^\s*[+-]?\d{1,3}([.,]\d+)?\s*$/.test(text) ? Number(text.replace(',', '.')) : null
}

function missingPlace(
  way: 'address' | 'pin',
  texts: { addressMissing: string; notDegrees: string },
): FormRefusal {
  return way === 'address'
    ? new FormRefusal(texts.addressMissing, { address: texts.addressMissing })
    : new FormRefusal(texts.notDegrees, { lat: texts.notDegrees, lng: texts.notDegrees })
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
