/** Makes a believable Denver from a seed: the same seed gives the same people at the same addresses. */

import type { LatLng } from '#domain/geo.ts'
import { FEET_PER_MILE } from '#domain/geo.ts'
import { basisPoints, cents } from '#domain/money.ts'
import type { CouponFacts } from '#domain/pricing/coupons.ts'
import { localTime, WEEKDAYS, type Weekday } from '#domain/time.ts'
import { NEIGHBOURHOODS } from '#server/ports/places/denver-neighbourhoods.ts'
import { createGazetteer } from '#server/ports/places/embedded.ts'
import { type Chance, createChance } from './chance.ts'
import type {
  City,
  CouponPlan,
  CrewPlan,
  CustomerKind,
  CustomerPlan,
  Person,
  PropertyPlan,
} from './city.types.ts'
import { jobsOf } from './city-jobs.ts'
import {
  ACCESS_NOTES,
  APARTMENT_NAMES,
  FIRST_NAMES,
  LAST_NAMES,
  RENTAL_NAMES,
  SPANISH_ENDINGS,
  VEHICLES,
} from './names.ts'

export type CitySize = {
  readonly customerCount: number
  readonly crewCount: number
  /** Accounts are opened over so many days; half of them on the first. */
  readonly joiningDays: number
  /** Of customers, but for the first who can sponsor them. */
  readonly sponsoredShare?: number
}

const USUAL_SPONSORED_SHARE = 0.25

const OPEN: CouponFacts = {
  name: '',
  creditCents: null,
  shareBasisPoints: null,
  mostUses: null,
  mostUsesEach: null,
  budgetCents: null,
  from: null,
  until: null,
  isOfMarket: false,
  serviceKey: null,
  isFirstOrderOnly: false,
  endedFrom: null,
}

const COUPONS: readonly CouponPlan[] = [
  { ...OPEN, code: 'DENVER25', name: 'Welcome to Denver', creditCents: cents(2_500) },
  // Its budget is soon spent.
  {
    ...OPEN,
    code: 'NEIGHBOR10',
    name: 'From a neighbor',
    creditCents: cents(1_000),
    budgetCents: cents(6_000),
  },
]
/** For lawns of those who came without another. */
const LAWNS: CouponPlan = {
  ...OPEN,
  code: 'LAWN15',
  name: 'A season of lawns',
  shareBasisPoints: basisPoints(1_500),
  serviceKey: 'lawn',
  isOfMarket: true,
  mostUses: 200,
  budgetCents: cents(30_000),
}

const GOOD_CARDS = ['4242424242424242', '5555555555554444', '4000056655665556', '6011111111111117'] as const
/** Saves well, and declines whenever it is charged. */
export const CARD_THAT_DECLINES = '4000000000000341'
const CREW_SERVICES = ['bins', 'recycling', 'valet_trash', 'lawn', 'pool', 'snow'] as const
export const ON_DEMAND_SERVICES = ['turnover', 'haul_away', 'handyman'] as const

export async function makeCity(seed: number, size: CitySize): Promise<City> {
  const chance = createChance(seed)
  const crews: CrewPlan[] = []
  for (let index = 0; index < size.crewCount; index++) crews.push(await makeCrew(chance, index, size))
  const customers: CustomerPlan[] = []
  for (let index = 0; index < size.customerCount; index++)
    customers.push(await makeCustomer(chance, index, size))
  return { customers, crews, coupons: [...COUPONS, LAWNS] }
}

function couponOf(chance: Chance, key: string): string | null {
  if (chance.happens(0.2, key, 'coupon')) return chance.pick(COUPONS, key, 'which coupon').code
  return chance.happens(0.3, key, 'coupon for lawns') ? LAWNS.code : null
}

async function makeCustomer(chance: Chance, index: number, size: CitySize): Promise<CustomerPlan> {
  const key = `customer-${index + 1}`
  const kind = kindOf(chance.number(key, 'kind'))
  const properties = await makeProperties(chance, key, kind)
  const joinsOnDay = joiningDay(chance, key, size)
  const sponsors = ['crew-1', 'crew-2', 'customer-1', 'customer-2', 'customer-3'].filter(
    (each) => each !== key,
  )
  const isSponsored =
    index > 3 && chance.happens(size.sponsoredShare ?? USUAL_SPONSORED_SHARE, key, 'sponsored')
  return {
    ...makePerson(chance, key, index),
    joinsOnDay,
    sponsorKey: isSponsored ? chance.pick(sponsors, key, 'sponsor') : null,
    couponCode: couponOf(chance, key),
    kind,
    cardNumber: cardOf(chance, key),
    properties,
    importsFile: kind !== 'home' && chance.happens(0.15, key, 'imports'),
    jobs: jobsOf(chance, key, kind, properties),
  }
}

async function makeCrew(chance: Chance, index: number, size: CitySize): Promise<CrewPlan> {
  const key = `crew-${index + 1}`
  const isEvening = chance.happens(0.25, key, 'evening')
  const starts = isEvening ? '13:00' : chance.pick(['06:00', '07:00', '08:00'], key, 'starts')
  const ends = isEvening ? '22:00' : chance.pick(['15:00', '17:00', '19:00'], key, 'ends')
  const days = chance.some(WEEKDAYS, chance.whole(4, 6, key, 'days'), key, 'which days').sort((a, b) => a - b)
  return {
    ...makePerson(chance, key, size.customerCount + index),
    joinsOnDay: index < 3 ? 0 : joiningDay(chance, key, size),
    sponsorKey: index > 3 && chance.happens(0.2, key, 'sponsored') ? 'crew-1' : null,
    base: await makeAddress(chance, key, 'base'),
    rangeFeet: chance.whole(6, 14, key, 'range') * FEET_PER_MILE,
    services: [
      ...(chance.happens(0.5, key, 'all services')
        ? CREW_SERVICES
        : chance.some(CREW_SERVICES, 4, key, 'services')),
      ...chance.some(ON_DEMAND_SERVICES, chance.whole(0, 2, key, 'on demand'), key, 'which on demand'),
    ],
    hours: days.map((weekday: Weekday) => ({ weekday, starts: localTime(starts), ends: localTime(ends) })),
    vehicle: chance.pick(VEHICLES, key, 'vehicle'),
    connectsAfterDays: chance.happens(0.05, key, 'no account')
      ? null
      : chance.happens(0.7, key, 'account at once')
        ? 0
        : chance.whole(3, 16, key, 'account'),
    takesFirstFrom: [],
  }
}

/** Telephone numbers of the exchange 555 are nobody's. */
export function makePerson(
  chance: Chance,
  key: string,
  index: number,
): Pick<Person, 'key' | 'name' | 'email' | 'phone' | 'locale'> {
  const name = `${chance.pick(FIRST_NAMES, key, 'first')} ${chance.pick(LAST_NAMES, key, 'last')}`
  const isSpanish = SPANISH_ENDINGS.test(name) && chance.happens(0.5, key, 'locale')
  const plain = name
    .normalize('NFD')
    .replace(/[^A-Za-z ]/g, '')
    .toLowerCase()
    .replaceAll(' ', '.')
  return {
    key,
    name,
    email: `${plain}.${index + 1}@example.test`,
    phone: `+1303555${String(1_000 + index).padStart(4, '0')}`,
    locale: isSpanish ? 'es' : 'en',
  }
}

async function makeProperties(chance: Chance, key: string, kind: CustomerKind): Promise<PropertyPlan[]> {
  const count =
    kind === 'home'
      ? 1
      : kind === 'rentals'
        ? chance.whole(2, 4, key, 'count')
        : chance.whole(2, 4, key, 'count')
  const properties: PropertyPlan[] = []
  for (let index = 0; index < count; index++) {
    const at = await makeAddress(chance, key, `property ${index}`)
    properties.push({
      ...at,
      name: kind === 'home' ? at.address.split(',')[0]! : nameOfPlace(chance, key, kind, index),
      groupName: groupOf(kind, index),
      accessNotes: chance.pick(ACCESS_NOTES, key, 'access', index),
    })
  }
  return properties
}

function nameOfPlace(
  chance: Chance,
  key: string,
  kind: Exclude<CustomerKind, 'home'>,
  index: number,
): string {
  const names = kind === 'rentals' ? RENTAL_NAMES : APARTMENT_NAMES
  return chance.some(names, names.length, key, 'names')[index]!
}

function groupOf(kind: CustomerKind, index: number): string | null {
  if (kind === 'home') return null
  if (kind === 'rentals') return 'Short-term rentals'
  return index % 2 === 0 ? 'North side' : 'South side'
}

/** An address near the middle of some neighbourhood, on the street grid. */
async function makeAddress(
  chance: Chance,
  ...key: (string | number)[]
): Promise<LatLng & { address: string }> {
  const middle = chance.pick(NEIGHBOURHOODS, ...key, 'neighbourhood')
  const near = {
    lat: middle.lat + (chance.number(...key, 'lat') - 0.5) * 0.012,
    lng: middle.lng + (chance.number(...key, 'lng') - 0.5) * 0.014,
  }
  return addressAt(near)
}

export async function addressAt(near: LatLng): Promise<LatLng & { address: string }> {
  const found = await gazetteer.reverse(near)
  if (found === null) throw new Error(`no address near ${near.lat}, ${near.lng}`)
  return { lat: found.lat, lng: found.lng, address: found.address }
}

const gazetteer = createGazetteer()

function kindOf(number: number): CustomerKind {
  if (number < 0.68) return 'home'
  return number < 0.92 ? 'rentals' : 'portfolio'
}

function cardOf(chance: Chance, key: string): string | null {
  const number = chance.number(key, 'card')
  if (number < 0.03) return null
  return number < 0.09 ? CARD_THAT_DECLINES : chance.pick(GOOD_CARDS, key, 'good card')
}

function joiningDay(chance: Chance, key: string, { joiningDays }: CitySize): number {
  if (joiningDays === 0 || chance.happens(0.5, key, 'joins at once')) return 0
  return chance.whole(0, joiningDays, key, 'joins')
}
