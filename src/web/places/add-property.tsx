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
  const words = useText().places.add
  const [way, setWay] = useState<'address' | 'pin'>('address')
  const [place, setPlace] = useState<ChosenPlace | null>(null)
  const draft = useDraft<Values>({ name: '', groupName: '', accessNotes: '', lat: '', lng: '' })
  const add = useAction('POST /api/add-property', { refreshes: PLACES })
  const { name, groupName, accessNotes } = draft.values
  const submit = async () => {
    const spot = way === 'address' ? place : readPin(draft.values)
    if (spot === null) throw missingPlace(way, words)
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
    showToast(words.added(name))
    onClose()
  }
  return (
    <Dialog title={words.title} isOpen onClose={onClose} isSheet isWide>
      <Form onSubmit={submit} submitLabel={words.submit} icon="plus">
        <Tabs
          label={words.how}
          tabs={[
            { key: 'address', label: words.byAddress },
            { key: 'pin', label: words.byPin },
          ]}
          active={way}
          onSelect={setWay}
        >
          {way === 'address' ? (
            <AddressField label={words.address} name="address" value={place} onChange={setPlace} />
          ) : (
            <PinFields draft={draft} />
          )}
        </Tabs>
        <Spot at={way === 'address' ? place : readPin(draft.values)} />
        <TextField label={words.name} hint={words.nameHint} maxLength={200} {...draft.field('name')} />
        <GroupField draft={draft} />
        <TextArea
          label={words.accessNotes}
          hint={words.accessNotesHint}
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
  const words = useText().places.add
  const groups = useEndpoint('GET /api/property-groups')
  return (
    <>
      <TextField
        label={words.group}
        hint={words.groupHint}
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
  const words = useText().places.add
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <TextField label={words.lat} hint={words.latHint} inputMode="text" {...draft.field('lat')} />
      <TextField label={words.lng} hint={words.lngHint} inputMode="text" {...draft.field('lng')} />
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
  words: { addressMissing: string; notDegrees: string },
): FormRefusal {
  return way === 'address'
    ? new FormRefusal(words.addressMissing, { address: words.addressMissing })
    : new FormRefusal(words.notDegrees, { lat: words.notDegrees, lng: words.notDegrees })
}

function Spot({ at }: { at: LatLng | null }) {
  const words = useText().places.add
  if (at === null) return null
  return (
    <div className="overflow-hidden rounded-2xl border border-line">
      <RouteMap stops={[{ id: 'here', place: at, label: words.here }]} isRoute={false} />
    </div>
  )
}
