/**
 * `<AddressField label=… value={place} onChange={setPlace} name="base" />`: type, choose from what the search finds,
 * see it on the map. The value is null until an address is chosen.
 */
import { useDeferredValue, useId, useState } from 'react'
import { type Reply, useEndpoint } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/forms/field.tsx'
import { useFieldError } from '#web/ui/forms/form-state.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Icon } from '#web/ui/icon.tsx'

export type ChosenPlace = Reply<'POST /api/search-places'>['places'][number]

type AddressFieldProps = {
  label: string
  name: string
  value: ChosenPlace | null
  onChange: (place: ChosenPlace | null) => void
}

const SHORTEST_SEARCH = 3

export function AddressField({ label, name, value, onChange }: AddressFieldProps) {
  const { onboarding } = useText()
  const { error, clear } = useFieldError(name)
  const errorId = useId()
  if (value !== null)
    return (
      <div className="grid gap-1.5">
        <p className="text-sm font-semibold">{label}</p>
        <div className="flex flex-wrap items-center gap-3 rounded-xl border border-line bg-sunken px-4 py-3">
          <Icon name="map-pin" className="text-accent" />
          <p className="min-w-0 flex-1 basis-40">
            <span className="sr-only">{onboarding.address.chosen}</span>
            <span className="block font-medium">{value.address}</span>
            {value.neighbourhood && <span className="block text-sm text-muted">{value.neighbourhood}</span>}
          </p>
          <Button tone="quiet" onClick={() => onChange(null)}>
            {onboarding.address.change}
          </Button>
        </div>
      </div>
    )
  return (
    <div data-invalid={error ? true : undefined} tabIndex={error ? -1 : undefined}>
      <AddressSearch
        label={label}
        name={`${name}-search`}
        onChoose={(place) => {
          clear()
          onChange(place)
        }}
      />
      <FieldError id={errorId} error={error} />
    </div>
  )
}

function AddressSearch({
  label,
  name,
  onChoose,
}: {
  label: string
  name: string
  onChoose: (place: ChosenPlace) => void
}) {
  const { onboarding } = useText()
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text.trim())
  const isLongEnough = wanted.length >= SHORTEST_SEARCH
  const found = useEndpoint(
    'POST /api/search-places',
    { body: { text: wanted } },
    { isEnabled: isLongEnough, staleMs: 300_000 },
  )
  const places = isLongEnough ? found.data?.places : undefined
  return (
    <div className="grid gap-2">
      <TextField
        label={label}
        name={name}
        value={text}
        onChange={setText}
        placeholder={onboarding.address.search}
        autoComplete="street-address"
        type="search"
        isOptional
        isUnmarked
      />
      {places?.length === 0 && <output className="text-sm text-muted">{onboarding.address.none}</output>}
      {places !== undefined && places.length > 0 && (
        <ul
          aria-label={onboarding.address.results}
          className="divide-y divide-line overflow-hidden rounded-xl border border-line"
        >
          {places.map((place) => (
            <li key={`${place.address}-${place.lat}`}>
              <button
                type="button"
                onClick={() => onChoose(place)}
                className="flex min-h-12 w-full items-center gap-3 px-4 py-2 text-left -outline-offset-2! hover:bg-sunken"
              >
                <Icon name="map-pin" size={18} className="text-muted" />
                <span>
                  <span className="block font-medium">{place.address}</span>
                  {place.neighbourhood && (
                    <span className="block text-sm text-muted">{place.neighbourhood}</span>
                  )}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
