/** A month of a customer's places: four statements, whatever the number of places. */
import type { z } from 'zod'
import type { portfolio } from '#contract/portfolio.ts'
import { firstName } from '#domain/accounts/first-name.ts'
import { daysToRead, monthOf, type SeenPlace, troublesOf, weeksOf } from '#domain/portfolio/troubles.ts'
import { addDays, dateAt } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { CustomerScope } from '../scope.ts'
import { listStays } from '../stays/queries.ts'
import { countPlaces, listPlaces, listVisitsAt } from './queries.ts'

type Asked = z.output<(typeof portfolio)['POST /api/get-portfolio-month']['body']>

export async function readMonth(
  { db, ports }: Pick<App, 'db' | 'ports'>,
  scope: CustomerScope,
  asked: Asked,
) {
  const weeks = weeksOf(monthOf(asked.month))
  const days = { from: weeks[0]!, to: addDays(weeks.at(-1)!, 6) }
  const read = daysToRead(days)
  const [rows, totalCount] = await Promise.all([
    listPlaces(db, scope, { ...asked, limit: asked.limit + 1 }),
    countPlaces(db, scope, asked),
  ])
  const places = rows.slice(0, asked.limit)
  const propertyIds = places.map(({ id }) => id)
  const [stays, visits] = await Promise.all([
    listStays(db, { propertyIds, ...read }),
    listVisitsAt(db, propertyIds, read),
  ])
  const staysOf = Map.groupBy(
    stays.filter(({ state }) => state === 'booked'),
    ({ propertyId }) => propertyId,
  )
  const visitsOf = Map.groupBy(visits, ({ propertyId }) => propertyId)
  return {
    places: places.map(({ hours, timeZone, ...place }) => {
      const here = {
        zone: timeZone,
        hours,
        stays: staysOf.get(place.id) ?? [],
        visits: visitsOf.get(place.id) ?? [],
      }
      const today = dateAt(ports.clock.now(), timeZone)
      return { ...place, timeZone, today, ...shown(here, days), troubles: troublesOf(here, days, today) }
    }),
    nextCursor: rows.length > asked.limit ? places.at(-1)!.id : null,
    totalCount,
  }
}

type Seen = Pick<SeenPlace, 'stays' | 'hours'> & { visits: Awaited<ReturnType<typeof listVisitsAt>> }

/** What touches the days themselves. */
function shown({ stays, visits, hours }: Seen, days: ReturnType<typeof monthOf>) {
  return {
    stays: stays
      .filter(({ checkIn, checkOut }) => checkOut >= days.from && checkIn <= days.to)
      .map(({ id, kind, checkIn, checkOut, checkInTime, checkOutTime, guests, platform }) => ({
        id,
        kind,
        checkIn,
        checkOut,
        checkInTime: checkInTime ?? hours.checkInTime,
        checkOutTime: checkOutTime ?? hours.checkOutTime,
        guests,
        platform,
      })),
    visits: visits
      .filter(({ date }) => date >= days.from && date <= days.to)
      .map(({ id, serviceKey, date, startsAt, endsAt, state, crewName }) => ({
        id,
        serviceKey,
        date,
        startsAt,
        endsAt,
        state,
        crewFirstName: crewName === null ? null : firstName(crewName),
      })),
  }
}
