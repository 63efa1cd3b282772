/** What a crew is asked to confirm: the coming week by day, and whatever earlier is still unconfirmed. */
import { addCents, ZERO_CENTS } from '#domain/money.ts'
import type { BusinessSettings } from '#domain/settings/settings.ts'
import { addDays, type Instant, instant } from '#domain/time.ts'
import { confirmBy, weekToConfirm } from '#domain/visits/confirmation.ts'
import { visitMinutes } from '#domain/visits/duration.ts'
import type { VisitState } from '#domain/visits/graph.ts'
import type { App } from '../app.ts'
import type { CrewScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { priceCrewVisits } from '../work/price-crew-visits.ts'
import { type CrewVisitRow, listCrewVisits, windowOf } from '../work/queries.ts'

/** More visits than any crew can do in two weeks. */
const VISITS_READ = 500
const UNCONFIRMED: readonly VisitState[] = ['scheduled', 'reopened']

export async function readWeekToConfirm(app: App, scope: CrewScope) {
  const now = app.ports.clock.now()
  const settings = await settingsAt(app.db, scope.marketId, now)
  const week = weekToConfirm(now, scope.timeZone, settings)
  // A day more: the week of a place that lies further west or east may end on another day.
  const to = addDays(week.to, 7)
  const rows = await listCrewVisits(
    app.db,
    scope,
    { from: addDays(week.from, -8), to, states: ['scheduled', 'confirmed', 'reopened'] },
    { sort: 'oldest', limit: VISITS_READ },
  )
  const asked = rows.filter((row) => row.ends_at > now && isAsked(row, now, settings))
  const pays = await priceCrewVisits(app.db, scope, asked)
  const visits = asked.map((row, index) => ({ ...toVisit(row, settings), payCents: pays[index]! }))
  const open = visits.filter((visit) => !visit.isConfirmed)
  const cutoffs = open.map((visit) => visit.confirmBy).filter((at) => at > now)
  return {
    week,
    timeZone: scope.timeZone,
    /** The first cutoff that is still to come, of what is unconfirmed. */
    confirmBy: cutoffs.length === 0 ? null : instant(Math.min(...cutoffs)),
    unconfirmedCount: open.length,
    unconfirmedPayCents: addCents(...open.map((visit) => visit.payCents ?? ZERO_CENTS)),
    days: [...Map.groupBy(visits, (visit) => visit.date)].map(([date, ofDay]) => ({ date, visits: ofDay })),
  }
}

/** In the week that its place asks for now, or unconfirmed before it. */
function isAsked(row: CrewVisitRow, now: Instant, settings: BusinessSettings): boolean {
  const week = weekToConfirm(now, row.time_zone, settings)
  return row.date <= week.to && (row.date >= week.from || UNCONFIRMED.includes(row.state))
}

function toVisit(row: CrewVisitRow, settings: BusinessSettings) {
  return {
    visitId: row.id,
    date: row.date,
    timeZone: row.time_zone,
    propertyName: row.property_name,
    address: row.address,
    serviceKey: row.service_key,
    quantity: row.quantity,
    minutes: visitMinutes({ minutes: row.minutes, minutesPerUnit: row.minutes_per_unit }, row.quantity),
    window: windowOf(row),
    isConfirmed: !UNCONFIRMED.includes(row.state),
    confirmBy: confirmBy(row.date, row.time_zone, settings),
  }
}
