/** What a booking holds while it is filled in, and how it is sent. */
import type { BodyInput } from '#contract/endpoint.ts'
import type { Contract } from '#contract/index.ts'
import type { Weekday } from '#domain/time.ts'
import { readWindow, type WindowDraft } from '#web/jobs/window-fields.tsx'

/** One property, a group, or everything; null while nothing is chosen. */
export type Place =
  | { readonly kind: 'property'; readonly id: string; readonly name: string }
  | { readonly kind: 'group'; readonly id: string; readonly name: string }
  | { readonly kind: 'everywhere'; readonly name: string }

export type Booking = WindowDraft & {
  place: Place | null
  serviceKey: string
  weekdays: readonly Weekday[]
  quantity: number
  startsOn: string
  notes: string
}

/** `new` starts with nothing; a property's id or `group:` and an id starts with that place chosen. */
export function startBooking(wanted: string, startsOn: string): Booking {
  return {
    place: placeOf(wanted),
    serviceKey: '',
    weekdays: [],
    quantity: 1,
    windowKind: 'anytime',
    windowStart: '',
    windowEnd: '',
    startsOn,
    notes: '',
  }
}

export function bookingItems(booking: Booking): BodyInput<Contract['POST /api/get-quote']>['items'] {
  const window = readWindow(booking)
  return [
    {
      ...placeInput(booking.place),
      serviceKey: booking.serviceKey,
      weekdays: [...booking.weekdays],
      quantity: booking.quantity,
      windowStart: window?.start ?? null,
      windowEnd: window?.end ?? null,
    },
  ]
}

function placeOf(wanted: string): Place | null {
  const id = /^(?:group:)?([0-9a-f-]{36})$/.exec(wanted)?.[1]
  if (id === undefined) return null
  return { kind: wanted.startsWith('group:') ? 'group' : 'property', id, name: '' }
}

function placeInput(place: Place | null) {
  if (place?.kind === 'property') return { propertyIds: [place.id] }
  if (place?.kind === 'group') return { groupId: place.id }
  return { isEveryProperty: true as const }
}
