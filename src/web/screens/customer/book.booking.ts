/** What a booking holds while it is filled in, and how it is sent. */
import type { BodyInput } from '#contract/endpoint.ts'
import type { Contract } from '#contract/index.ts'
import { fieldsIn, textOf } from '#contract/outside.ts'
import { addDays, isLocalDate, WEEKDAYS, type Weekday } from '#domain/time.ts'
import {
  EVERY_WEEK_DRAFT,
  isPlain,
  keptRhythm,
  type RhythmDraft,
  readRhythm,
  weekdaysOf,
} from '#web/jobs/rhythm-draft.ts'
import { readWindow, type WindowDraft, windowKindOf } from '#web/jobs/window-fields.tsx'
import type { KeptForm } from '#web/steps/use-kept-draft.ts'

/** One property, a group, or everything; null while nothing is chosen. */
export type Place =
  | { readonly kind: 'property'; readonly id: string; readonly name: string }
  | { readonly kind: 'group'; readonly id: string; readonly name: string }
  | { readonly kind: 'everywhere'; readonly name: string }

export type Booking = WindowDraft &
  RhythmDraft & {
    place: Place | null
    serviceKey: string
    weekdays: readonly Weekday[]
    quantity: number
    startsOn: string
    notes: string
    /** The days were chosen and the price was asked for. */
    isTimed: boolean
  }

/** How a browser keeps it between the steps. */
export const WEEKLY_BOOKING: KeptForm<Booking> = {
  name: 'weekly-booking',
  version: 1,
  read: (kept, empty) => {
    const place = keptPlace(kept['place'])
    // The address names another place: what is kept is of another booking.
    if (empty.place !== null && !isSamePlace(empty.place, place)) return empty
    return { ...readAnswers(kept, empty), place: place ?? empty.place }
  },
}

function readAnswers(kept: Readonly<Record<string, unknown>>, empty: Booking): Omit<Booking, 'place'> {
  return {
    serviceKey: textOf(kept['serviceKey']) ?? empty.serviceKey,
    ...keptRhythm(kept),
    weekdays: WEEKDAYS.filter((day) => Array.isArray(kept['weekdays']) && kept['weekdays'].includes(day)),
    quantity: typeof kept['quantity'] === 'number' ? kept['quantity'] : empty.quantity,
    windowKind: windowKindOf(kept['windowKind']) ?? empty.windowKind,
    windowStart: textOf(kept['windowStart']) ?? empty.windowStart,
    windowEnd: textOf(kept['windowEnd']) ?? empty.windowEnd,
    startsOn: isStillAhead(textOf(kept['startsOn']) ?? '', empty.startsOn)
      ? (textOf(kept['startsOn']) ?? '')
      : empty.startsOn,
    notes: textOf(kept['notes']) ?? empty.notes,
    isTimed: kept['isTimed'] === true,
  }
}

/** A day that has gone by meanwhile is none to start on; a booking begins with tomorrow, and may be for today. */
function isStillAhead(day: string, tomorrow: string): boolean {
  return isLocalDate(day) && isLocalDate(tomorrow) && day >= addDays(tomorrow, -1)
}

function isSamePlace(one: Place, other: Place | null): boolean {
  if (one.kind === 'everywhere' || other === null || other.kind === 'everywhere')
    return one.kind === other?.kind
  return one.kind === other.kind && one.id === other.id
}

export const BOOKING_STEPS = ['where', 'what', 'when', 'price'] as const
export type BookingStep = (typeof BOOKING_STEPS)[number]

/** As far as the answers go. */
export function furthestStep({ place, serviceKey, repeat, weekdays, isTimed }: Booking): BookingStep {
  if (place === null) return 'where'
  if (serviceKey === '') return 'what'
  return isTimed && (weekdays.length > 0 || repeat === 'month_day') ? 'price' : 'when'
}

/** `new` starts with nothing; a property's id or `group:` and an id starts with that place chosen. */
export function startBooking(wanted: string, startsOn: string): Booking {
  return {
    place: placeOf(wanted),
    serviceKey: '',
    ...EVERY_WEEK_DRAFT,
    weekdays: [],
    quantity: 1,
    windowKind: 'anytime',
    windowStart: '',
    windowEnd: '',
    startsOn,
    notes: '',
    isTimed: false,
  }
}

export function bookingItems(booking: Booking): BodyInput<Contract['POST /api/get-quote']>['items'] {
  const window = readWindow(booking)
  return [
    {
      ...placeInput(booking.place),
      serviceKey: booking.serviceKey,
      weekdays: weekdaysOf(booking),
      ...(isPlain(booking) ? {} : { rhythm: readRhythm(booking) }),
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

function keptPlace(kept: unknown): Place | null {
  const { kind, id, name } = fieldsIn(kept)
  if (typeof name !== 'string') return null
  if (kind === 'everywhere') return { kind, name }
  return (kind === 'property' || kind === 'group') && typeof id === 'string' ? { kind, id, name } : null
}
