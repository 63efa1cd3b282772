/** What the cast's customer has besides homes: a price of her own for her rentals, and two complexes. */

import type { WeeklyJobId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { addDays, dateAt, localTime, type Weekday } from '#domain/time.ts'
import { addComplex } from '#server/complexes/add-complex.ts'
import { saveBuilding } from '#server/complexes/save-building.ts'
import { toTimestamp } from '#server/db/client.ts'
import { bookWeeklyJobs } from '#server/jobs/book-weekly-jobs.ts'
import type { CustomerScope } from '#server/scope.ts'
import { CAST } from './cast-city.ts'
import { takeJob } from './crew-choices.ts'
import type { World } from './world.ts'

/** There is a round tonight, whatever weekday `today` is, and the cast's crew has it. */
export async function addPortfolio(world: World, today: Weekday): Promise<void> {
  const { db } = world.host.app()
  const { scope } = world.customers.get(CAST.customer)!
  const at = toTimestamp(world.clock.now())
  const group = await db
    .selectFrom('property_group')
    .where('customer_id', '=', scope.userId)
    .select('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('price')
    .values({
      service_key: 'bins',
      scope: 'group',
      scope_id: group.id,
      base_cents: cents(600),
      unit_cents: cents(120),
      minimum_cents: cents(850),
      in_force_from: at,
      created_at: at,
    })
    .execute()
  const [first, ...others] = COMPLEXES
  const nights = [...new Set([...first!.nights, today])].sort((one, other) => one - other)
  const [weeklyJobId] = await addPortfolioComplex(world, scope, { ...first!, nights })
  for (const complex of others) await addPortfolioComplex(world, scope, complex)
  if (weeklyJobId !== undefined) await takeJob(world, world.crews.get(CAST.crew)!, weeklyJobId, [today])
}

/** With its buildings, and service nights from tomorrow on. Answers the weekly jobs. */
async function addPortfolioComplex(
  world: World,
  scope: CustomerScope,
  { buildings, nights, ...complex }: (typeof COMPLEXES)[number],
): Promise<WeeklyJobId[]> {
  const app = world.host.app()
  const { complexId, propertyId } = await addComplex(app, scope, complex)
  for (const building of buildings) await saveBuilding(app, scope, { complexId, ...building })
  const { weeklyJobIds } = await bookWeeklyJobs(app, scope, {
    items: [
      {
        propertyIds: [propertyId],
        serviceKey: 'valet_trash',
        weekdays: nights,
        windowStart: localTime('16:00'),
        windowEnd: localTime('20:00'),
        quantity: complex.units,
      },
    ],
    startsOn: addDays(dateAt(world.clock.now(), world.zone), 1),
    endsOn: null,
    notes: '',
    skipDuplicates: false,
  })
  return weeklyJobIds
}

const COMPLEXES = [
  {
    groupName: 'Downtown',
    name: 'South Platte Lofts',
    address: '2210 W 29th Ave, Denver, CO',
    lat: 39.7587,
    lng: -105.0143,
    units: 48,
    nights: [1, 2, 4, 6, 7] as Weekday[],
    instructions:
      'Three buildings. Bags are put out by four in the afternoon; the chute room is on the alley side.',
    buildings: [
      { name: 'North', units: '101-108, 201-208' },
      { name: 'South', units: '301-308, 401-408' },
      { name: 'Carriage house', units: 'A1-A16' },
    ],
  },
  {
    groupName: 'South side',
    name: 'Cottonwood Commons',
    address: '1450 S Pearl St, Denver, CO',
    lat: 39.6894,
    lng: -104.9806,
    units: 22,
    nights: [1, 4] as Weekday[],
    instructions: 'Ask for the key at the leasing office before five. Recycling on Thursdays only.',
    buildings: [
      { name: 'Building 1', units: '1-11' },
      { name: 'Building 2', units: '12-22' },
    ],
  },
]
