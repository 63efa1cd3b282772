/** The address of a form that cannot do without: what is chosen, bound to the `AddressField` of that name. */
import { useState } from 'react'
import { useText } from '#web/text/store.ts'
import { FormRefusal } from '#web/ui/forms/form.tsx'
import type { ChosenPlace } from './address-field.tsx'

export function useChosenAddress(name: string) {
  const { needed } = useText().onboarding.address
  const [place, setPlace] = useState<ChosenPlace | null>(null)
  return {
    place,
    field: { name, value: place, onChange: setPlace },
    require: () => requireAddress(place, name, needed),
  }
}

export function requireAddress<Place extends object>(
  place: Place | null,
  name: string,
  needed: string,
): Place {
  if (place === null) throw new FormRefusal(needed, { [name]: needed })
  return place
}
