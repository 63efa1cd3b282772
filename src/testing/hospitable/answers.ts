/** What the double answers to each address of the public API, v2, in the shapes of its published description. */
import type { DoubleHost, DoubleProperty, DoubleReservation } from './world.ts'

type Answered = { readonly status: number; readonly body: unknown }

const NOT_FOUND: Answered = { status: 404, body: { status_code: 404, reason_phrase: 'Not Found' } }

export function answerApi(host: DoubleHost, path: string, query: URLSearchParams): Answered {
  const [, noun, id] = /^\/(user|properties|reservations)(?:\/([^/]+))?$/.exec(path) ?? []
  if (noun === 'user') return found({ id: host.id, name: host.name, email: host.email, company: null })
  if (noun === 'properties' && id === undefined) return page(host.properties.map(toProperty), query)
  if (noun === 'properties')
    return one(
      host.properties.find((each) => each.id === id),
      toProperty,
    )
  const written = (each: DoubleReservation) => toReservation(host, each)
  if (noun === 'reservations' && id === undefined) return listReservations(host, query, written)
  if (noun === 'reservations')
    return one(
      host.reservations.find((each) => each.id === id),
      written,
    )
  return NOT_FOUND
}

/** As theirs: the properties must be named, and without dates there are only check-ins of two weeks. */
function listReservations(
  host: DoubleHost,
  query: URLSearchParams,
  written: (each: DoubleReservation) => unknown,
): Answered {
  const wanted = query.getAll('properties[]')
  if (wanted.length === 0)
    return {
      status: 422,
      body: { message: 'The properties field is required.', errors: { properties: ['required'] } },
    }
  const by = query.get('date_query') === 'checkout' ? 'checkOut' : 'checkIn'
  const from = query.get('start_date') ?? ''
  const to = query.get('end_date') ?? '9999'
  const listed = host.reservations
    .filter(({ propertyIds }) => propertyIds.some((each) => wanted.includes(each)))
    .filter((each) => each[by].slice(0, 10) >= from && each[by].slice(0, 10) <= to)
  return page(listed.map(written), query)
}

function found(data: unknown): Answered {
  return { status: 200, body: { data } }
}

function one<Item>(item: Item | undefined, written: (item: Item) => unknown): Answered {
  return item === undefined ? NOT_FOUND : found(written(item))
}

function page(items: readonly unknown[], query: URLSearchParams): Answered {
  const perPage = Math.min(100, Number(query.get('per_page') ?? 10))
  const current = Number(query.get('page') ?? 1)
  const last = Math.max(1, Math.ceil(items.length / perPage))
  return {
    status: 200,
    body: {
      data: items.slice((current - 1) * perPage, current * perPage),
      meta: { current_page: current, last_page: last, per_page: perPage, total: items.length },
    },
  }
}

function toProperty(each: DoubleProperty) {
  return {
    id: each.id,
    name: each.name,
    public_name: each.name,
    timezone: each.timezone,
    calendar_restricted: false,
    address: {
      number: each.number,
      street: each.street,
      city: 'Denver',
      state: 'Colorado',
      country: 'US',
      postcode: '80202',
      coordinates: { latitude: String(each.lat), longitude: String(each.lng) },
      display: `${each.street}, Denver, CO 80202, US`,
    },
    parent_child:
      each.parentId === null ? null : { type: 'child', parent: each.parentId, children: null, siblings: [] },
  }
}

function toReservation(host: DoubleHost, each: DoubleReservation) {
  const { adults, children, infants, pets } = each.guests
  return {
    id: each.id,
    conversation_id: each.id,
    platform: each.platform,
    platform_id: each.platformId,
    arrival_date: `${each.checkIn.slice(0, 10)}T00:00:00${each.checkIn.slice(19)}`,
    departure_date: `${each.checkOut.slice(0, 10)}T00:00:00${each.checkOut.slice(19)}`,
    check_in: each.checkIn,
    check_out: each.checkOut,
    reservation_status: { current: { category: each.category, sub_category: null }, history: [] },
    guests: {
      total: adults + children + infants,
      adult_count: adults,
      child_count: children,
      infant_count: infants,
      pet_count: pets,
    },
    guest: { first_name: each.guestName, last_name: null },
    properties: host.properties.filter(({ id }) => each.propertyIds.includes(id)).map(toProperty),
  }
}
