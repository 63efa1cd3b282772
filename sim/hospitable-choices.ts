/**
 * One host of the city has its rentals at Hospitable, too: it connects, says which place is which, and over there rentals
 * are merged. Webhooks come twice or not at all.
 */
import { createHmac } from 'node:crypto'
import { HOUR_MS, instant, MINUTE_MS } from '#domain/time.ts'
import { answerCookieName, sealAnswer } from '#server/hospitable/store-answer.ts'
import { finishConnecting, startConnecting } from '#server/hospitable/connect-account.ts'
import { matchRentals } from '#server/hospitable/match-rentals.ts'
import { receiveWebhook } from '#server/hospitable/receive-webhook.ts'
import type { Hospitable } from '#server/ports/hospitable/port.ts'
import type { Clock } from '#server/ports/clock/port.ts'
import { type DoubleHost, rental as rentalOverThere } from '#testing/hospitable/world.ts'
import { codeOf, noteTruth, type Outside, type Rental } from './outside.ts'
import { attempt, type World } from './world.ts'

/** Of a day of a rental; and of a webhook. */
const MERGES = 0.06
const IS_LOST = 0.25
const IS_REPEATED = 0.3

/** What the product read over there, and when. */
export function listenedTo(hospitable: Hospitable, outside: Outside, clock: Clock): Hospitable {
  return {
    ...hospitable,
    listReservations: async (token, asked) => {
      const answer = await hospitable.listReservations(token, asked)
      for (const rental of outside.rentals)
        if (rental.hospitableId !== null && asked.rentalIds.includes(rental.hospitableId))
          noteTruth(rental, 'hospitable', clock.now())
      return answer
    },
  }
}

/** The first host with a rental, on the second day: what feeds have told by then is found to be the same. */
export async function connectHospitable(world: World, day: number): Promise<void> {
  const { outside } = world
  const customerKey = outside.rentals[0]?.customerKey
  if (customerKey === undefined || day === 0 || !world.host.app().ports.hospitable.isConfigured) return
  if (!outside.hosts.has(customerKey)) await connect(world, customerKey, day)
  for (const rental of outside.rentals)
    if (rental.hospitableId !== null && world.chance.happens(MERGES, rental.key, day, 'merges'))
      merge(world, rental, day)
}

async function connect(world: World, customerKey: string, day: number): Promise<void> {
  const { outside } = world
  const { scope } = world.customers.get(customerKey)!
  const own = outside.rentals.filter((rental) => rental.customerKey === customerKey)
  const ids = own.map((_, index) => idOf(world, 'rental', day, index))
  const properties = own.map(({ key }, index) => rentalOverThere({ id: ids[index]!, name: key }))
  const host = outside.hospitable.addHost({ id: idOf(world, 'host', day, 0), properties })
  const connected = await attempt(world, 'connect Hospitable', async (app) => {
    const state = new URL(startConnecting(app, scope).url).searchParams.get('state') ?? ''
    const query = new URLSearchParams({ code: outside.hospitable.giveCode(host), state })
    const cookies = { [answerCookieName(app.config)]: sealAnswer(app.config, `?${query}`) ?? undefined }
    return finishConnecting(app, scope, { cookies, isConfirmed: false })
  })
  if (connected?.outcome !== 'connected') return
  outside.hosts.set(customerKey, host)
  for (const [index, rental] of own.entries()) {
    rental.hospitableId = ids[index]!
    bookOverThere(world, rental)
  }
  const matches = own.map(({ propertyId }, index) => ({ hospitableId: ids[index]!, place: propertyId }))
  await attempt(world, 'match rentals', (app) => matchRentals(app, scope, { matches, locale: 'en' }))
}

/** Over there everything is known that any platform has sold. */
export function bookOverThere(world: World, rental: Rental): void {
  const host = world.outside.hosts.get(rental.customerKey)
  const { hospitableId } = rental
  if (host === undefined || hospitableId === null) return
  const prefix = `${rental.key}/`
  const others = host.reservations.filter(({ id }) => !id.startsWith(prefix))
  const own = rental.bookings.map((booking) => ({
    id: `${prefix}${booking.number}`,
    platform: booking.channel === 'airbnb' ? ('airbnb' as const) : ('homeaway' as const),
    platformId: codeOf(rental, booking),
    propertyIds: [hospitableId],
    checkIn: `${booking.from}T16:00:00-07:00`,
    checkOut: `${booking.to}T11:00:00-07:00`,
    category: booking.isCancelled ? ('cancelled' as const) : ('accepted' as const),
    guests: { adults: booking.guests, children: 0, infants: 0, pets: 0 },
    guestName: 'Nobody',
  }))
  host.reservations.splice(0, host.reservations.length, ...others, ...own)
  if (rental.changedAt === world.clock.now())
    sayLater(world, host, 'reservation.changed', { properties: [{ id: hospitableId }] })
}

/** A rental is another one from now on, with everything that was sold. */
function merge(world: World, rental: Rental, day: number): void {
  const host = world.outside.hosts.get(rental.customerKey)!
  const old = rental.hospitableId!
  const at = host.properties.findIndex(({ id }) => id === old)
  // The house stands where it stood.
  const merged = { ...host.properties[at]!, id: idOf(world, rental.key, day, 0) }
  host.properties.splice(at, 1, merged)
  rental.hospitableId = merged.id
  for (const each of host.reservations)
    each.propertyIds = each.propertyIds.map((id) => (id === old ? merged.id : id))
  sayLater(world, host, 'property.merged', { previous_id: old, new_id: merged.id })
}

function sayLater(world: World, host: DoubleHost, action: string, data: Record<string, unknown>): void {
  const { chance, clock } = world
  const id = idOf(world, action, clock.now(), host.reservations.length)
  if (chance.happens(IS_LOST, id, 'lost')) return
  const body = JSON.stringify({ id, action, data: { user: { id: host.id }, ...data } })
  const times = chance.happens(IS_REPEATED, id, 'twice') ? 2 : 1
  const late = action === 'property.merged' ? MINUTE_MS : chance.whole(1, 7, id, 'late') * HOUR_MS
  for (let time = 1; time <= times; time += 1)
    world.later.push({
      at: instant(clock.now() + time * late),
      run: () =>
        attempt(world, `webhook ${action}`, (app) => {
          const secret = app.config.hospitable!.webhookSecret
          const signature = createHmac('sha256', secret).update(body).digest('hex')
          return receiveWebhook(app, { body, signature })
        }),
    })
}

/** As theirs look; the same in every run of a seed. */
function idOf({ chance }: World, ...key: (string | number)[]): string {
  const part = (length: number, name: string) =>
    Array.from({ length }, (_, at) => chance.whole(0, 15, ...key, name, at).toString(16)).join('')
  return `${part(8, 'a')}-${part(4, 'b')}-4${part(3, 'c')}-8${part(3, 'd')}-${part(12, 'e')}`
}
