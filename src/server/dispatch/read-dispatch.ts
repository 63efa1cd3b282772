/** The board: everybody who works in the market and everything that is to be done there on a day or in a week. */
import { isFrozen } from '#domain/access/frozen.ts'
import type { UserId } from '#domain/ids.ts'
import { addDays, dateAt, type Instant, type LocalDate, mondayOf } from '#domain/time.ts'
import { visitMinutes } from '#domain/visits/duration.ts'
import type { Db } from '../db/client.ts'
import { marketZone } from '../market-zone.ts'
import { findDaysOff, findHours } from '../offers/crew-queries.ts'
import type { OperatorScope } from '../scope.ts'
import { findApplied } from './applied-queries.ts'
import {
  listBlocks,
  listCrews,
  listVisits,
  MOST_VISITS,
  type OfMarket,
  type Span,
  type VisitRow,
} from './queries.ts'
import { readPays } from './read-pays.ts'

export type Asked = { readonly date?: LocalDate | undefined; readonly span: 'day' | 'week' }

export async function readDispatch(db: Db, scope: OperatorScope, asked: Asked, now: Instant) {
  const zone = await marketZone(db, scope)
  const today = dateAt(now, zone)
  const span = spanOf(asked, today)
  const rows = await listVisits(db, scope, span)
  const visits = await describeVisits(db, scope, rows.slice(0, MOST_VISITS))
  return {
    timeZone: zone,
    today,
    ...span,
    crews: await readCrews(db, scope, span, now),
    visits,
    isCut: rows.length > MOST_VISITS,
    applied: await findApplied(db, scope, span, now),
  }
}

/** The days that are meant, on the market’s clock. */
export async function spanOfMarket(db: Db, market: OfMarket, asked: Asked, now: Instant): Promise<Span> {
  return spanOf(asked, dateAt(now, await marketZone(db, market)))
}

function spanOf({ date, span }: Asked, today: LocalDate): Span {
  const day = date ?? today
  if (span === 'day') return { from: day, to: day }
  const monday = mondayOf(day)
  return { from: monday, to: addDays(monday, 6) }
}

export async function readCrews(db: Db, market: OfMarket, span: Span, now: Instant) {
  const crews = await listCrews(db, market)
  const ids = crews.map(({ id }) => id)
  const hours = Map.groupBy(await findHours(db, ids), (row) => row.crew_id)
  const off = Map.groupBy(await findDaysOff(db, ids, datesOf(span)), (row) => row.crew_id)
  return crews.map((crew) => ({
    id: crew.id,
    name: crew.name,
    base: crew.lat === null || crew.lng === null ? null : { lat: crew.lat, lng: crew.lng },
    rangeFeet: crew.range_feet,
    serviceKeys: crew.services,
    isFrozen: isFrozen({ frozenUntil: crew.frozen_until }, now),
    hours: (hours.get(crew.id) ?? []).map(({ weekday, starts, ends }) => ({
      weekday,
      from: starts,
      until: ends,
    })),
    daysOff: (off.get(crew.id) ?? []).map((row) => ({ from: row.from_date, to: row.to_date })),
  }))
}

export async function describeVisits(db: Db, market: OfMarket, rows: readonly VisitRow[]) {
  const payOf = await readPays(db, market, rows)
  const blocks = Map.groupBy(await listBlocks(db, market), (row) => row.customer_id)
  const none: readonly { readonly crew_id: UserId }[] = []
  return rows.map((row) => ({
    id: row.id,
    date: row.date,
    timeZone: row.time_zone,
    crewId: row.crew_id,
    position: row.position,
    state: row.state,
    isOrder: row.weekly_job_id === null,
    isStanding: row.assignment_id !== null,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    isAnytime: row.is_anytime,
    minutes: visitMinutes({ minutes: row.minutes, minutesPerUnit: row.minutes_per_unit }, row.quantity),
    serviceKey: row.service_key,
    placeName: row.place_name,
    lat: row.lat,
    lng: row.lng,
    payCents: payOf(row),
    expectedAt: row.expected_at,
    startedAt: row.started_at,
    completedAt: row.completed_at,
    blockedCrewIds: (blocks.get(row.customer_id) ?? none).map(({ crew_id }) => crew_id),
  }))
}

export function datesOf({ from, to }: Span): LocalDate[] {
  const dates: LocalDate[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date)
  return dates
}
