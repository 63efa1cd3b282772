/** A host of hundreds of places, each with guests, the owner's own nights, work, and here and there one night sold twice. */
import type { PropertyId, UserId } from '#domain/ids.ts'
import { addDays, type LocalDate, parseInstant } from '#domain/time.ts'
import type { App } from '#server/app.ts'
import { toTimestamp } from '#server/db/client.ts'
import { buildCustomer, buildProperty } from '#testing/build.ts'

const STAYS_BEGIN = [0, 6, 13, 20]
const NIGHTS = 4
/** Longer than until the next guests come. */
const NIGHTS_TOO_MANY = 8
const SOLD_TWICE_EVERY = 7
const OWNERS_OWN_EVERY = 3

export type Portfolio = { readonly userId: UserId; readonly propertyIds: readonly PropertyId[] }

/** The first guests of the first place come on `from`; the last place has guests on the last day of its month. */
export async function buildPortfolio(
  app: App,
  {
    places,
    from,
    lastDay,
  }: { readonly places: number; readonly from: LocalDate; readonly lastDay: LocalDate },
): Promise<Portfolio> {
  const { userId } = await buildCustomer(app, { name: 'Hanna Host', phone: '3035550100' })
  const propertyIds: PropertyId[] = []
  for (let place = 0; place < places; place += 1)
    propertyIds.push(await buildProperty(app, userId, { name: nameOf(place) }))
  const at = toTimestamp(app.ports.clock.now())
  const stays = propertyIds.flatMap((property_id, place) =>
    STAYS_BEGIN.map((begins, number) => {
      const check_in = addDays(from, begins + (place % 4))
      const nights = place % SOLD_TWICE_EVERY === 0 ? NIGHTS_TOO_MANY : NIGHTS
      const kind = number === 2 && place % OWNERS_OWN_EVERY === 0 ? ('owner' as const) : ('stay' as const)
      return { property_id, kind, check_in, check_out: addDays(check_in, nights) }
    }),
  )
  const last = { property_id: propertyIds.at(-1)!, kind: 'stay' as const, check_in: lastDay }
  await app.db
    .insertInto('stay')
    .values(
      [...stays, { ...last, check_out: addDays(lastDay, 3) }].map((stay) => ({
        ...stay,
        is_guess: false,
        state: 'booked' as const,
        guests: 2,
        created_at: at,
        changed_at: at,
      })),
    )
    .execute()
  const visits = stays
    .flatMap((stay, number) => servicesOn(number).map((service_key) => ({ ...stay, service_key })))
    .map(({ property_id, check_out, service_key }) => ({
      customer_id: userId,
      property_id,
      service_key,
      date: check_out,
      starts_at: toTimestamp(parseInstant(`${check_out}T18:00:00Z`)),
      ends_at: toTimestamp(parseInstant(`${check_out}T22:00:00Z`)),
      quantity: 1,
      created_at: at,
    }))
  await app.db.insertInto('visit').values(visits).execute()
  return { userId, propertyIds }
}

/** Where guests leave: nothing but other work now and then, and elsewhere up to four visits. */
function servicesOn(stay: number): string[] {
  const turnovers = stay % 5 === 0 ? [] : ['turnover']
  return [...turnovers, ...['bins', 'recycling', 'pool'].slice(0, stay % 4)]
}

export function nameOf(place: number): string {
  return `Cabin ${String(place).padStart(3, '0')}`
}
