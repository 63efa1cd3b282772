/** The demo's second city: Phoenix keeps its clocks in spring, opened two weeks ago, and sells at prices of its own. */
import { FEET_PER_MILE } from '#domain/geo.ts'
import { basisPoints, cents } from '#domain/money.ts'
import type { TaxParts } from '#domain/settings/tax-rates.ts'
import { addDays, DAY_MS, dateAt, type Instant, localTime, type Weekday } from '#domain/time.ts'
import { addMarket, saveMarket } from '#server/markets/save-market.ts'
import { readMarket } from '#server/markets/read-markets.ts'
import { saveLetterhead } from '#server/markets/save-letterhead.ts'
import { stepMarket } from '#server/markets/step-market.ts'
import { PHOENIX_ZONE } from '#server/ports/places/phoenix-grid.ts'
import { setPrice } from '#server/price-desk/set-price.ts'
import { mintScope } from '#server/scope.ts'
import { setSetting } from '#server/settings/set-setting.ts'
import { inviteStaff } from '#server/staff/send-invitation.ts'
import { homesAt } from './cast-city.ts'
import { createChance } from './chance.ts'
import { addressAt, makePerson } from './city.ts'
import type { City, CrewPlan } from './city.types.ts'
import { later } from './demo-moments.ts'
import { attempt, type World } from './world.ts'

const PHOENIX_NAME = 'Phoenix'
/** Of the simulation: its first people come, and its crews with them. */
const OPENED_ON_DAY = 14
const SERVICES = ['bins', 'recycling']
/** As Arizona, Maricopa County and Phoenix have them; which services are taxed is configuration, here as everywhere. */
const TAXES: TaxParts = {
  state: basisPoints(560),
  county: basisPoints(70),
  city: basisPoints(280),
  district: basisPoints(0),
}

const HOMES = [
  [33.5094, -112.0652],
  [33.5021, -112.0475],
  [33.4949, -112.0826],
  [33.524, -112.0652],
  [33.4804, -112.074],
  [33.5167, -112.0475],
] as const

const BASES = [
  [33.4877, -112.0652],
  [33.5312, -112.074],
] as const

/** Half of them want their bins out on `today`, so that there is something to see. */
export async function withPhoenix(city: City, seed: number, today: Weekday): Promise<City> {
  const weekdayOf = (index: number) => (((today - 1 + (index % 2) * 3) % 7) + 1) as Weekday
  const homes = await homesAt(HOMES, { seed, kind: 'phoenix', day: OPENED_ON_DAY, weekdayOf })
  const keys = homes.map(({ key }) => key)
  const crews = await Promise.all(
    BASES.map(async ([lat, lng], index): Promise<CrewPlan> => {
      const key = `phoenix-crew-${index + 1}`
      return {
        ...makePerson(createChance(seed), key, 980 + index),
        joinsOnDay: OPENED_ON_DAY,
        sponsorKey: null,
        base: await addressAt({ lat, lng }),
        rangeFeet: 8 * FEET_PER_MILE,
        services: SERVICES,
        hours: ([1, 2, 3, 4, 5, 6, 7] as const).map((weekday) => ({
          weekday,
          starts: localTime('06:00'),
          ends: localTime('18:00'),
        })),
        vehicle: index === 0 ? 'Ford Ranger' : 'Chevrolet Colorado',
        connectsAfterDays: 0,
        // Who comes from the other end of town finds what the first has left.
        takesFirstFrom: index === 0 ? keys.slice(0, 4) : keys.slice(4),
      }
    }),
  )
  return { ...city, customers: [...city.customers, ...homes], crews: [...city.crews, ...crews] }
}

/** Open before anybody comes; who will run its day was asked the day before yesterday. */
export function planPhoenix(world: World, now: Instant): void {
  later(world, (now - 16 * DAY_MS) as Instant, () => openPhoenix(world))
  later(world, (now - 2 * DAY_MS) as Instant, () => inviteDispatcher(world))
}

/** Through the desk's own calls, as anybody would open a city; one that is there from a broken start is taken on. */
async function openPhoenix(world: World): Promise<void> {
  const { operator, host } = world
  const { db } = host.app()
  const found = await db.selectFrom('market').where('name', '=', PHOENIX_NAME).select('id').executeTakeFirst()
  const center = { lat: 33.4806, lng: -112.074 }
  const marketId =
    found?.id ??
    (
      await addMarket(host.app(), operator, {
        name: PHOENIX_NAME,
        timeZone: PHOENIX_ZONE,
        center,
        radiusFeet: 14 * FEET_PER_MILE,
      })
    ).marketId
  const { area, version } = await readMarket(host.app(), operator, marketId)
  const contact = { supportEmail: 'phoenix@crew.test', supportPhone: '(602) 555-0142' }
  const ground = { type: 'MultiPolygon', coordinates: area }
  await attempt(world, 'save city', async (app) => {
    await saveMarket(app, operator, {
      marketId,
      version,
      name: PHOENIX_NAME,
      timeZone: PHOENIX_ZONE,
      center,
      area: ground,
      serviceKeys: SERVICES,
      ...contact,
    })
    const { letterhead } = await readMarket(app, operator, marketId)
    await saveLetterhead(app, operator, {
      legalName: 'Crew Phoenix LLC',
      postalAddress: '2 N Central Avenue, Suite 1100\nPhoenix, AZ 85004',
      taxNumber: '00-7654321',
      marketId,
      basedOn: letterhead.version,
    })
    const there = mintScope({ ...operator, marketId, timeZone: PHOENIX_ZONE })
    await setPrice(app, there, {
      serviceKey: 'bins',
      isOfMarket: true,
      groupId: null,
      propertyId: null,
      from: addDays(dateAt(world.clock.now(), PHOENIX_ZONE), 1),
      baseCents: cents(900),
      unitCents: cents(150),
      minimumCents: cents(1_050),
    })
    await setSetting(app, there, {
      marketId,
      key: 'salesTaxByService',
      value: { bins: TAXES },
      inForceFrom: null,
    })
    await stepMarket(app, operator, marketId, 'open')
  })
}

async function inviteDispatcher(world: World): Promise<void> {
  const { id: marketId } = await world.host
    .app()
    .db.selectFrom('market')
    .where('name', '=', PHOENIX_NAME)
    .select('id')
    .executeTakeFirstOrThrow()
  await attempt(world, 'invite staff', (app) =>
    inviteStaff(app, world.operator, {
      name: 'Nadia Flores',
      email: 'nadia.flores@example.test',
      locale: 'es',
      roles: { everywhere: null, cities: [{ marketId, role: 'dispatcher' }] },
    }),
  )
}
