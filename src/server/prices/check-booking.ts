/** What a weekly booking names: its places and services, checked, before it is quoted or booked. */
import { apartmentsToBook } from '#domain/complexes/apartments.ts'
import { everComes } from '#domain/schedule/rhythm-dates.ts'
import { addDays, dateAt, type Instant, type LocalDate } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { checkOffer } from '../markets/check-offer.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import {
  type BookedProperty,
  type BookingItem,
  type CheckedItem,
  findBookedProperties,
  findWeeklyServices,
  isOwnGroup,
  ruleOfItem,
} from './booking-queries.ts'
import { bookingFaults } from './texts.ts'

/** A portfolio at once (product §3); larger ones are booked group by group. */
const PROPERTIES_AT_ONCE = 6_000

export const BOOKING_AHEAD_DAYS = 366

export const DUPLICATES_SHOWN = 100

type Asked = {
  readonly items: readonly BookingItem[]
  readonly startsOn: LocalDate
  readonly endsOn?: LocalDate | null
  readonly now: Instant
}

/** Throws `not_found` for places that are not the customer's, `bad_input` with the field for everything else. */
export async function checkBooking(
  db: Db,
  scope: CustomerScope,
  { items, startsOn, endsOn, now }: Asked,
): Promise<CheckedItem[]> {
  await checkServices(db, scope, items)
  const services = items.map(({ serviceKey: key }, index) => ({ key, at: `items.${index}.serviceKey` }))
  await checkOffer(db, scope.marketId, services)
  const checked: CheckedItem[] = []
  for (const [index, item] of items.entries()) {
    const properties = await findProperties(db, scope, item, index)
    checkApartments(scope, item, properties, index)
    checkRhythm(scope, { item, index, startsOn, endsOn: endsOn ?? null })
    checked.push({ item, properties })
  }
  const zones = new Set(checked.flatMap(({ properties }) => properties.map((property) => property.time_zone)))
  checkStart(scope, startsOn, [...zones], now)
  return checked
}

async function checkServices(db: Db, scope: CustomerScope, items: readonly BookingItem[]): Promise<void> {
  const keys = [...new Set(items.map((item) => item.serviceKey))]
  const weekly = await findWeeklyServices(db, keys)
  const index = items.findIndex((item) => !weekly.has(item.serviceKey))
  if (index >= 0) throw badField(scope, `items.${index}.serviceKey`, 'not_weekly')
}

async function findProperties(
  db: Db,
  scope: CustomerScope,
  item: BookingItem,
  index: number,
): Promise<BookedProperty[]> {
  const { propertyIds, groupId } = item
  if (groupId !== undefined && !(await isOwnGroup(db, scope, groupId))) throw new Refused('not_found')
  const ids = propertyIds === undefined ? null : [...new Set(propertyIds)]
  const properties = await findBookedProperties(db, scope, { ids, groupId, limit: PROPERTIES_AT_ONCE + 1 })
  if (ids !== null && properties.length < ids.length) throw new Refused('not_found')
  if (properties.length === 0) throw badField(scope, `items.${index}.groupId`, 'no_properties')
  if (properties.length > PROPERTIES_AT_ONCE)
    throw badField(scope, `items.${index}.groupId`, 'too_many_properties')
  return properties
}

/** A complex pays for each of its apartments: one that is booked as a single one would be a night's work for nothing. */
function checkApartments(
  scope: CustomerScope,
  item: BookingItem,
  properties: readonly BookedProperty[],
  index: number,
): void {
  for (const { name, units } of properties) {
    const apartments = apartmentsToBook(item.serviceKey, units)
    if (apartments === null || apartments === item.quantity) continue
    const sentence = bookingFaults[scope.locale].not_its_apartments(name, apartments)
    throw new Refused('bad_input', { fields: { [`items.${index}.quantity`]: sentence } })
  }
}

function checkRhythm(
  scope: CustomerScope,
  {
    item,
    index,
    startsOn,
    endsOn,
  }: { item: BookingItem; index: number; startsOn: LocalDate; endsOn: LocalDate | null },
): void {
  if (everComes(ruleOfItem(item, startsOn, endsOn))) return
  throw badField(scope, endsOn === null ? `items.${index}.rhythm` : 'endsOn', 'never_comes')
}

function checkStart(scope: CustomerScope, startsOn: LocalDate, zones: readonly string[], now: Instant): void {
  for (const zone of zones) {
    const today = dateAt(now, zone)
    if (startsOn < today) throw badField(scope, 'startsOn', 'in_the_past')
    if (startsOn > addDays(today, BOOKING_AHEAD_DAYS)) throw badField(scope, 'startsOn', 'too_far_ahead')
  }
}

export function badField(
  scope: CustomerScope,
  field: string,
  sentence: Exclude<keyof typeof bookingFaults.en, 'not_its_apartments'>,
): Refused {
  return new Refused('bad_input', { fields: { [field]: bookingFaults[scope.locale][sentence] } })
}
