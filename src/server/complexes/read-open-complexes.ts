/** Complexes as work: which have open nights near a crew, and what one night there means. */

import { distanceFeet } from '#domain/geo.ts'
import type { ComplexId } from '#domain/ids.ts'
import { addCents, type Cents } from '#domain/money.ts'
import { type Rhythm, rhythmOf } from '#domain/schedule/rhythm.ts'
import { aboutAWeek } from '#domain/schedule/rhythm-amounts.ts'
import { addDays, dateAt, type Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { listAssignedJobs, listOpenJobsAround } from '../assignments/queries.ts'
import { readCrewRateCard } from '../assignments/read-crew-rate-card.ts'
import { type CrewAtWork, readCrew } from '../crews/queries.ts'
import { Refused } from '../refused.ts'
import { findFittingJobs } from '../routes/find-fitting-jobs.ts'
import type { CrewScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { buildingsOf } from './building-queries.ts'
import { complexesAt, ownNights, placesOfComplexes } from './queries.ts'

export async function openComplexes(app: App, scope: CrewScope) {
  const now = app.ports.clock.now()
  const crew = await readCrew(app.db, scope, now)
  if (crew === null) return { complexes: [], hasBase: false }
  const nights = await openNights(app, scope, crew, now)
  const rows = await complexesAt(app.db, { propertyIds: [...nights.keys()] })
  const complexes = rows.map((row) => {
    const open = nights.get(row.property_id)!
    return {
      complexId: row.id,
      name: row.name,
      ...coarse(row),
      distanceFeet: Math.round(distanceFeet(crew.facts.base, row)),
      units: row.units,
      buildingCount: row.building_count ?? 0,
      nights: open,
      payCents: addCents(...open.map(weekOf)),
    }
  })
  return { complexes: complexes.sort((one, other) => one.distanceFeet - other.distanceFeet), hasBase: true }
}

type Paid = { readonly rhythm: Rhythm; readonly openDays: readonly { readonly payCents: Cents }[] }

function weekOf({ rhythm, openDays }: Paid): Cents {
  return aboutAWeek(
    rhythm,
    openDays.map((day) => day.payCents),
  )
}

/** The address and the way in are told to whoever has a night there. */
export async function crewComplex(app: App, scope: CrewScope, complexId: ComplexId) {
  const now = app.ports.clock.now()
  const crew = await readCrew(app.db, scope, now)
  const [row] = await complexesAt(app.db, { complexIds: [complexId] })
  if (row === undefined) throw new Refused('not_found')
  const own = await ownNights(app.db, scope, row.property_id, dateAt(now, row.time_zone))
  const nights = crew === null ? [] : ((await openNights(app, scope, crew, now)).get(row.property_id) ?? [])
  if (own.length === 0 && nights.length === 0) throw new Refused('not_found')
  const isKnown = own.length > 0
  return {
    complexId,
    name: row.name,
    units: row.units,
    ...(isKnown ? { neighbourhood: row.neighbourhood, lat: row.lat, lng: row.lng } : coarse(row)),
    buildings: await buildingsOf(app.db, complexId),
    address: isKnown ? row.address : null,
    instructions: isKnown ? row.instructions : null,
    nights,
    ownNights: own.map((visit) => ({
      visitId: visit.id,
      date: visit.date,
      state: visit.state,
      serviceKey: visit.service_key,
    })),
  }
}

/** Open weekly jobs at complexes that this crew could take, by their place. */
async function openNights(app: App, scope: CrewScope, crew: CrewAtWork, now: Instant) {
  const today = dateAt(now, scope.timeZone)
  const { planningHorizonDays } = await settingsAt(app.db, scope.marketId, now)
  const until = addDays(today, planningHorizonDays)
  const [around, assigned] = await Promise.all([
    listOpenJobsAround(app.db, { ...crew.facts, from: today, until }),
    listAssignedJobs(app.db, scope),
  ])
  const places = await placesOfComplexes(app.db, [...new Set(around.map((job) => job.property_id))])
  const open = around.filter((job) => places.has(job.property_id))
  const pay = await readCrewRateCard(app.db, {
    jobs: [...open, ...assigned],
    marketId: scope.marketId,
    today,
  })
  const { jobs } = findFittingJobs(crew, open, assigned, pay)
  const nights = jobs.map(({ job, minutes, openDays }) => ({
    propertyId: job.property_id,
    night: {
      weeklyJobId: job.id,
      serviceKey: job.service_key,
      quantity: job.quantity,
      minutes,
      windowStart: job.window_start,
      windowEnd: job.window_end,
      openDays: [...openDays],
      rhythm: rhythmOf(job),
    },
  }))
  return new Map(
    [...Map.groupBy(nights, ({ propertyId }) => propertyId)].map(([propertyId, group]) => [
      propertyId,
      group.map(({ night }) => night),
    ]),
  )
}

/** About 100 m, as for every place that is not taken yet (field 43). */
function coarse(row: { lat: number; lng: number; neighbourhood: string | null }) {
  return {
    neighbourhood: row.neighbourhood,
    lat: Math.round(row.lat * 1_000) / 1_000,
    lng: Math.round(row.lng * 1_000) / 1_000,
  }
}
