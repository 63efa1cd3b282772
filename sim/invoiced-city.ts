/** Two customers of the demo city who pay by invoice: a portfolio, and an association that has stopped paying. */
import type { Weekday } from '#domain/time.ts'
import { CAST } from './cast-city.ts'
import { addressAt } from './city.ts'
import type { City, CrewPlan, CustomerPlan } from './city.types.ts'

export const INVOICED = { portfolio: 'dana', late: 'grant' } as const

const NIGHTS: readonly Weekday[] = [2, 4]
const NAMED: readonly string[] = Object.values(CAST)

/** The portfolio's nights are somebody's from the first day on. */
export async function withPortfolio(city: City): Promise<City> {
  const crew = walkerOf(city)
  if (crew === undefined) return city
  const portfolio = await dana(crew)
  return {
    ...city,
    customers: [...city.customers, portfolio],
    crews: city.crews.map((each) =>
      each.key === crew.key ? { ...each, takesFirstFrom: [...each.takesFirstFrom, portfolio.key] } : each,
    ),
  }
}

/** Who walks from door to door on the nights of the portfolio. */
export function walkerOf({ crews }: City): CrewPlan | undefined {
  return crews.find(
    ({ key, joinsOnDay, services, hours }) =>
      !NAMED.includes(key) &&
      joinsOnDay === 0 &&
      services.includes('valet_trash') &&
      NIGHTS.every((night) => hours.some(({ weekday }) => weekday === night)),
  )
}

/** Not in the city's list: this customer was here before the weeks that are lived. */
export async function grant(crew: CrewPlan): Promise<CustomerPlan> {
  const { lat, lng } = crew.base
  return {
    key: INVOICED.late,
    name: 'Grant Alvarez',
    email: 'grant.alvarez@example.test',
    phone: '+13035550142',
    locale: 'en',
    joinsOnDay: 0,
    sponsorKey: null,
    kind: 'portfolio',
    cardNumber: null,
    couponCode: null,
    properties: [
      {
        ...(await addressAt({ lat: lat + 0.006, lng })),
        name: 'Alpine View',
        groupName: null,
        accessNotes: '',
      },
    ],
    importsFile: false,
    jobs: [],
  }
}

async function dana({ base: { lat, lng } }: CrewPlan): Promise<CustomerPlan> {
  const place = async (name: string, north: number, east: number) => ({
    ...(await addressAt({ lat: lat + north, lng: lng + east })),
    name,
    groupName: null,
    accessNotes: 'Call boxes open with 4471.',
  })
  const nights = (index: number, quantity: number) => ({
    propertyIndexes: [index],
    serviceKey: 'valet_trash',
    weekdays: NIGHTS,
    quantity,
    window: null,
    notes: '',
  })
  return {
    key: INVOICED.portfolio,
    name: 'Dana Whitfield',
    email: 'dana.whitfield@example.test',
    phone: '+13035550141',
    locale: 'en',
    joinsOnDay: 0,
    sponsorKey: null,
    kind: 'portfolio',
    cardNumber: '4242424242424242',
    couponCode: null,
    properties: [await place('Larimer Row', 0.004, 0.002), await place('Platte Street Flats', 0.005, -0.003)],
    importsFile: false,
    jobs: [nights(0, 44), nights(1, 28)],
  }
}
