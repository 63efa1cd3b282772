/** A place by its pin: put on the map, or typed in degrees by whoever has them or sees no map. */
import { useState } from 'react'
import { isLatLng, type LatLng } from '#domain/geo.ts'
import { useText } from '#web/text/store.ts'
import type { Draft } from '#web/ui/forms/draft.ts'
import { FormRefusal } from '#web/ui/forms/form.tsx'
import { useFieldError } from '#web/ui/forms/form-state.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { PinMap } from '#web/ui/maps/pin-map.tsx'
import { canDrawStreets } from '#web/ui/maps/use-street-map.ts'

/** Degrees as typed. */
type Degrees = { lat: string; lng: string }
type PinFieldProps = { draft: Pick<Draft<Degrees>, 'values' | 'field' | 'set'> }

export function PinField({ draft }: PinFieldProps) {
  const texts = useText().places.add
  const { error } = useFieldError('lat')
  const [isTyped, setTyped] = useState(() => !canDrawStreets())
  return (
    <div className="grid gap-2">
      <PinMap
        place={readPin(draft.values)}
        label={texts.here}
        onMove={({ lat, lng }) => draft.set({ lat: String(lat), lng: String(lng) })}
      />
      <details
        open={isTyped || error !== undefined}
        onToggle={({ currentTarget }) => setTyped(currentTarget.open)}
      >
        <summary className="py-2 text-sm font-semibold text-accent">{texts.enterCoordinates}</summary>
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField label={texts.lat} hint={texts.latHint} inputMode="text" {...draft.field('lat')} />
          <TextField label={texts.lng} hint={texts.lngHint} inputMode="text" {...draft.field('lng')} />
        </div>
      </details>
    </div>
  )
}

/** What both fields say, or the form's refusal. */
export function requirePin(values: Degrees, texts: { notDegrees: string }): LatLng {
  const pin = readPin(values)
  if (pin === null) throw new FormRefusal(texts.notDegrees, { lat: texts.notDegrees, lng: texts.notDegrees })
  return pin
}

/** Null unless both are degrees on the globe; a decimal comma is one, too. */
function readPin({ lat, lng }: Degrees): LatLng | null {
  const place = { lat: degrees(lat), lng: degrees(lng) }
  return isLatLng(place) ? place : null
}

function degrees(text: string): number | null {
  return /^\s*[+-]?\d{1,3}([.,]\d+)?\s*$/.test(text) ? Number(text.replace(',', '.')) : null
}
