/** The named cast (product §7) as people of a city: what each of them owns, wants and does, whatever day it is today. */
import { FEET_PER_MILE } from '#domain/geo.ts'
import { localTime, WEEKDAYS, type Weekday } from '#domain/time.ts'
import { DEMO_SIGN_INS } from '#testing/cast.ts'
import { createChance } from './chance.ts'
import { addressAt, CARD_THAT_DECLINES, makePerson, ON_DEMAND_SERVICES } from './city.ts'
import type { City, CrewPlan, CustomerPlan, JobPlan, PropertyPlan } from './city.types.ts'

export const CAST = { customer: 'maria', crew: 'devon', frozenCrew: 'frank', handyCrew: 'rosa' } as const

/** What the operator wrote when it froze Frank's account. */
export const FROZEN_NOTES =
  'Two stops were closed without photos and a customer could not reach you. Please call us, and we will sort it out.'

const [MARIA, DEVON, , FRANK] = DEMO_SIGN_INS

export const CAST_FROZEN_EMAIL = FRANK.email
/** Whom the cast's customer orders, and sees come. */
export const CAST_HANDY_EMAIL = 'rosa.delgado@example.test'

/** `todayWeekday`: the cast has work on this weekday, so that there is something to see today. */
export async function withCast(city: City, todayWeekday: Weekday): Promise<City> {
  return {
    ...city,
    customers: [await maria(todayWeekday), ...city.customers.map(aroundCast)],
    crews: [await devon(), await frank(), await rosa(), ...city.crews.map(broughtByDevon)],
  }
}

/** Three customers whom Maria brought, and one whose card is declined. */
function aroundCast(customer: CustomerPlan, index: number): CustomerPlan {
  if (index === 3) return { ...customer, joinsOnDay: 0, cardNumber: CARD_THAT_DECLINES }
  return index % 5 === 4 && index < 15 ? { ...customer, joinsOnDay: 0, sponsorKey: CAST.customer } : customer
}

function broughtByDevon(crew: CrewPlan, index: number): CrewPlan {
  return index === 1 ? { ...crew, sponsorKey: CAST.crew } : crew
}

/** People of the north-west who came yesterday and whom no crew has found yet. */
export async function withNewcomers(city: City, seed: number, day: number): Promise<City> {
  const weekdayOf = (index: number) => ((index % 3) * 2 + 1) as Weekday
  const newcomers = await homesAt(NEWCOMERS, { seed, kind: 'newcomer', day, weekdayOf })
  return { ...city, customers: [...city.customers, ...newcomers] }
}

/** Maria's neighbours, who want their bins out on the same day; Devon drives by anyway. */
export async function withNeighbours(city: City, seed: number, todayWeekday: Weekday): Promise<City> {
  const weekdayOf = () => todayWeekday
  const neighbours = await homesAt(NEIGHBOURS, { seed, kind: 'neighbour', day: 0, weekdayOf })
  const keys = neighbours.map(({ key }) => key)
  const crews = city.crews.map((crew) =>
    crew.key === CAST.crew ? { ...crew, takesFirstFrom: [...crew.takesFirstFrom, ...keys] } : crew,
  )
  return { ...city, crews, customers: [...neighbours, ...city.customers] }
}

/** Homes with bins or recycling once a week. */
export function homesAt(
  spots: readonly (readonly [number, number])[],
  homes: {
    seed: number
    kind: keyof typeof NUMBERS_FROM
    day: number
    weekdayOf: (index: number) => Weekday
  },
): Promise<CustomerPlan[]> {
  const { seed, kind, day, weekdayOf } = homes
  const chance = createChance(seed)
  return Promise.all(
    spots.map(async ([lat, lng], index): Promise<CustomerPlan> => {
      const key = `${kind}-${index + 1}`
      const person = makePerson(chance, key, NUMBERS_FROM[kind] + index)
      return {
        ...person,
        joinsOnDay: day,
        sponsorKey: null,
        kind: 'home',
        cardNumber: '4242424242424242',
        couponCode: index % 3 === 0 ? 'NEIGHBOR10' : null,
        properties: [await placeByAddress(lat, lng)],
        importsFile: false,
        jobs: [job(index % 2 === 0 ? 'bins' : 'recycling', [0], [weekdayOf(index)], 2)],
      }
    }),
  )
}

/** So that no two telephones and addresses of mail are one. */
const NUMBERS_FROM = { newcomer: 900, neighbour: 950, phoenix: 970 }

const NEIGHBOURS = [
  [39.7672, -105.0087],
  [39.7689, -105.0203],
  [39.7611, -105.0152],
  [39.7729, -105.0171],
  [39.7581, -105.0093],
] as const

const NEWCOMERS = [
  [39.7782, -105.0301],
  [39.7741, -105.0262],
  [39.7755, -105.0188],
  [39.7699, -105.0343],
  [39.7652, -105.0287],
  [39.7808, -105.0214],
  [39.7634, -105.0229],
  [39.7761, -105.0371],
  [39.7715, -105.0105],
  [39.7838, -105.0266],
  [39.7587, -105.0196],
  [39.7668, -105.0401],
] as const

async function maria(today: Weekday): Promise<CustomerPlan> {
  const group = 'Highland rentals'
  const properties: PropertyPlan[] = [
    await place('Home', 39.7641, -105.0117, null, 'Gate code 2580. Bins behind the garage, alley side.'),
    await place('Carriage house', 39.7668, -105.0158, group, 'Lockbox on the railing, code 4417.'),
    await place('Sunnyside bungalow', 39.7752, -105.0122, group, 'Side gate sticks, lift and push.'),
    await place('Jefferson Park loft', 39.7519, -105.0181, group, ''),
  ]
  return {
    key: CAST.customer,
    name: MARIA.name,
    email: MARIA.email,
    phone: '+13035550101',
    locale: 'en',
    joinsOnDay: 0,
    sponsorKey: null,
    kind: 'rentals',
    cardNumber: '4242424242424242',
    couponCode: 'DENVER25',
    properties,
    importsFile: false,
    jobs: [
      job('bins', [0], [today], 3),
      job('recycling', [0], [shifted(today, 3)], 2),
      job('bins', [1, 2, 3], [today, shifted(today, 3)], 2),
      job('lawn', [0], [shifted(today, 5)], 3),
    ],
  }
}

async function devon(): Promise<CrewPlan> {
  return {
    key: CAST.crew,
    name: DEVON.name,
    email: DEVON.email,
    phone: '+13035550102',
    locale: 'en',
    joinsOnDay: 0,
    sponsorKey: null,
    base: await addressAt({ lat: 39.7702, lng: -105.0203 }),
    rangeFeet: 9 * FEET_PER_MILE,
    services: ['bins', 'recycling', 'valet_trash', 'lawn', 'pool', 'snow', 'haul_away'],
    hours: WEEKDAYS.map((weekday) => ({ weekday, starts: localTime('07:00'), ends: localTime('20:00') })),
    vehicle: 'Toyota Tacoma with trailer',
    connectsAfterDays: 0,
    takesFirstFrom: [CAST.customer],
  }
}

async function frank(): Promise<CrewPlan> {
  return {
    key: CAST.frozenCrew,
    name: FRANK.name,
    email: FRANK.email,
    phone: '+13035550103',
    locale: 'en',
    joinsOnDay: 3,
    sponsorKey: CAST.crew,
    base: await addressAt({ lat: 39.7092, lng: -104.9812 }),
    rangeFeet: 5 * FEET_PER_MILE,
    services: ['bins', 'recycling'],
    hours: [2, 4].map((weekday) => ({
      weekday: weekday as Weekday,
      starts: localTime('07:00'),
      ends: localTime('15:00'),
    })),
    vehicle: 'Nissan NV200',
    connectsAfterDays: 2,
    takesFirstFrom: [],
  }
}

/** She takes no weekly work, and comes when something is needed today, also in the evening. */
async function rosa(): Promise<CrewPlan> {
  return {
    key: CAST.handyCrew,
    name: 'Rosa Delgado',
    email: CAST_HANDY_EMAIL,
    phone: '+13035550104',
    locale: 'es',
    joinsOnDay: 0,
    sponsorKey: null,
    base: await addressAt({ lat: 39.7584, lng: -104.9987 }),
    rangeFeet: 10 * FEET_PER_MILE,
    services: ON_DEMAND_SERVICES,
    hours: WEEKDAYS.map((weekday) => ({ weekday, starts: localTime('07:00'), ends: localTime('23:59') })),
    vehicle: 'Ford Transit',
    connectsAfterDays: 0,
    takesFirstFrom: [],
  }
}

async function place(
  name: string,
  lat: number,
  lng: number,
  groupName: string | null,
  accessNotes: string,
): Promise<PropertyPlan> {
  return { ...(await addressAt({ lat, lng })), name, groupName, accessNotes }
}

/** Called as most people call their home: by its street. */
async function placeByAddress(lat: number, lng: number): Promise<PropertyPlan> {
  const at = await addressAt({ lat, lng })
  return { ...at, name: at.address.split(',')[0]!, groupName: null, accessNotes: '' }
}

function job(
  serviceKey: string,
  propertyIndexes: readonly number[],
  weekdays: readonly Weekday[],
  quantity: number,
): JobPlan {
  return {
    propertyIndexes,
    serviceKey,
    weekdays: [...weekdays].sort((one, other) => one - other),
    quantity,
    window: null,
    notes: '',
  }
}

function shifted(weekday: Weekday, days: number): Weekday {
  return (((weekday - 1 + days) % 7) + 1) as Weekday
}
