/** What a stranger asked the price of, as this browser keeps it: a reload, another tab and a sign-in lose nothing. */
import { fieldsIn, textOf } from '#contract/outside.ts'
import type { LatLng } from '#domain/geo.ts'
import type { ChosenPlace } from '#web/places/address-field.tsx'
import { placeIn } from '#web/places/kept-place.ts'
import type { KeptForm } from '#web/steps/use-kept-draft.ts'

export type Spot = LatLng & { readonly name: string }

type Quote = {
  readonly place: ChosenPlace | null
  readonly quarter: Spot | null
  readonly quantities: Readonly<Record<string, number>>
}

/** What a first look is priced at; the reader changes it. */
const TYPICAL: Readonly<Record<string, number>> = {
  bins: 2,
  recycling: 2,
  valet_trash: 24,
  lawn: 5,
  turnover: 2,
  haul_away: 3,
  handyman: 2,
}

export const EMPTY_QUOTE: Quote = { place: null, quarter: null, quantities: TYPICAL }

export const QUOTE: KeptForm<Quote> = {
  name: 'street-quote',
  version: 1,
  read: (kept, empty) => ({
    place: placeIn(kept['place']),
    quarter: spotIn(kept['quarter']),
    quantities: { ...empty.quantities, ...numbersIn(kept['quantities']) },
  }),
}

function spotIn(kept: unknown): Spot | null {
  const { name, lat, lng } = fieldsIn(kept)
  const known = textOf(name)
  return known === undefined || typeof lat !== 'number' || typeof lng !== 'number'
    ? null
    : { name: known, lat, lng }
}

function numbersIn(kept: unknown): Record<string, number> {
  const numbers = Object.entries(fieldsIn(kept)).flatMap(([key, value]) =>
    typeof value === 'number' && value > 0 ? [[key, value] as const] : [],
  )
  return Object.fromEntries(numbers)
}
