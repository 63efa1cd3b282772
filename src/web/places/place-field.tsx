/**
 * `<PlaceField label=… name="base" value={place} onChange={setPlace} />` – an address to choose, then its pin to put
 * right: searches know streets and numbers, people know which door.
 */
import { type ComponentProps, lazy, Suspense } from 'react'
import { AddressField } from './address-field.tsx'

const PinMap = lazy(async () => ({ default: (await import('#web/ui/maps/pin-map.tsx')).PinMap }))

export function PlaceField(props: ComponentProps<typeof AddressField>) {
  const { value, onChange } = props
  return (
    <div className="grid gap-3">
      <AddressField {...props} />
      {value && (
        <Suspense fallback={null}>
          <PinMap
            place={{ lat: value.lat, lng: value.lng }}
            label={value.address}
            onMove={(at) => onChange({ ...value, ...at })}
          />
        </Suspense>
      )}
    </div>
  )
}
