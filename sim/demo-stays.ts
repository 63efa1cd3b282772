/** The rentals of the cast's customer are booked: two are cleaned by themselves, one is not, and one is booked twice. */
import type { PropertyId } from '#domain/ids.ts'
import type { Reported } from '#domain/stays/truth.ts'
import { addDays, dateAt, type LocalDate, localTime } from '#domain/time.ts'
import { recordReports } from '#server/stays/record-reports.ts'
import { saveSource } from '#server/stays/source-queries.ts'
import { saveTurnoverRule } from '#server/turnovers/save-rule.ts'
import { CAST } from './cast-city.ts'
import type { World } from './world.ts'

type Booked = {
  /** In so many days from today. */
  readonly from: number
  readonly nights: number
  readonly guests: number | null
  readonly kind?: Reported['kind']
}

type Rental = { readonly name: string; readonly bedrooms: number | null; readonly stays: readonly Booked[] }

const RENTALS: readonly Rental[] = [
  {
    name: 'Carriage house',
    bedrooms: 1,
    stays: [
      { from: -12, nights: 4, guests: 2 },
      { from: -6, nights: 3, guests: 2 },
      { from: -1, nights: 4, guests: 3 },
      { from: 3, nights: 5, guests: 2 },
      { from: 10, nights: 7, guests: null, kind: 'owner' },
      { from: 19, nights: 3, guests: 2 },
      { from: 26, nights: 6, guests: 4 },
    ],
  },
  {
    name: 'Sunnyside bungalow',
    bedrooms: null,
    stays: [
      { from: -9, nights: 7, guests: 4 },
      { from: 2, nights: 3, guests: 5 },
      { from: 8, nights: 6, guests: 4 },
      { from: 16, nights: 3, guests: null, kind: 'block' },
      { from: 21, nights: 4, guests: 6 },
    ],
  },
  {
    name: 'Jefferson Park loft',
    bedrooms: 2,
    stays: [
      { from: -4, nights: 6, guests: 2 },
      { from: 5, nights: 4, guests: 2 },
      { from: 7, nights: 5, guests: 3 },
      { from: 15, nights: 2, guests: 2 },
      { from: 17, nights: 6, guests: 4 },
    ],
  },
]

export async function bookStays(world: World): Promise<void> {
  const app = world.host.app()
  const { scope } = world.customers.get(CAST.customer)!
  const places = await app.db
    .selectFrom('property')
    .where('customer_id', '=', scope.userId)
    .select(['id', 'name'])
    .execute()
  for (const rental of RENTALS) {
    const place = places.find(({ name }) => name === rental.name)
    if (place === undefined) continue
    await addStays(world, place.id, rental)
    if (rental.bedrooms !== null)
      await saveTurnoverRule(app, scope, {
        propertyId: place.id,
        isOn: true,
        bedrooms: rental.bedrooms,
        checkInTime: localTime('16:00'),
        checkOutTime: localTime('11:00'),
        finishBy: localTime('20:00'),
      })
  }
}

async function addStays(world: World, propertyId: PropertyId, { name, stays }: Rental): Promise<void> {
  const app = world.host.app()
  const now = world.clock.now()
  const today = dateAt(now, world.zone)
  const source = { propertyId, kind: 'account', platform: 'hospitable', externalRef: name, now } as const
  const sourceId = await saveSource(app.db, source)
  const reports = stays.map((stay, at) => toReport(stay, today, `${name} ${at}`))
  await recordReports(app, app.db, { sourceId, reports, isWhole: true })
}

function toReport({ from, nights, guests, kind = 'stay' }: Booked, today: LocalDate, code: string): Reported {
  return {
    externalId: code,
    kind,
    isGuess: false,
    state: 'booked',
    checkIn: addDays(today, from),
    checkOut: addDays(today, from + nights),
    checkInTime: null,
    checkOutTime: null,
    guests,
    pets: null,
    platform: 'direct',
    code,
  }
}
