/** Who could do a visit: the crews of its market with their hours, their other work and what is thought of them. */
import { isFrozen } from '#domain/access/frozen.ts'
import {
  type CrewFacts,
  canDoBoth,
  type MinuteRange,
  refuseConflict,
  type Work,
} from '#domain/assignments/assignment.ts'
import { type DaysOff, isOff } from '#domain/assignments/time-off.ts'
import { distanceFeet, type LatLng } from '#domain/geo.ts'
import type { UserId } from '#domain/ids.ts'
import type { OfferCandidate } from '#domain/offers/score.ts'
import type { RefusalReason } from '#domain/refusals.ts'
import { dateAt, type Instant, type LocalDate, minutesOfDay, timeAt, weekdayOf } from '#domain/time.ts'
import { visitMinutes } from '#domain/visits/duration.ts'
import { crewAverages, readReliability, toMinutes } from '../crews/queries.ts'
import type { Db } from '../db/client.ts'
import {
  type CrewRow,
  findCrews,
  findDaysOff,
  findHours,
  findMarks,
  findWork,
  type HoursRow,
  type WorkRow,
} from './crew-queries.ts'
import type { OfferedVisit } from './visit-queries.ts'

export type CrewMatch = OfferCandidate & {
  readonly crewId: UserId
  readonly name: string
  /** Why the visit does not suit this crew; null where it does. */
  readonly conflict: RefusalReason | null
}

type OwnVisit = {
  readonly window: MinuteRange
  readonly durationMinutes: number
  readonly place: LatLng
}

/** The crews of one or more markets, read once for many visits. */
export type CrewMatches = { candidatesFor(visit: OfferedVisit): CrewMatch[] }

export async function matchCrews(
  db: Db,
  visits: readonly OfferedVisit[],
  now: Instant,
  onlyCrewId?: UserId,
): Promise<CrewMatches> {
  const crews = await findCrews(db, visits, onlyCrewId)
  const crewIds = crews.map((crew) => crew.id)
  const dates = [...new Set(visits.map((visit) => visit.date))]
  const [hours, off, marks, work, kept, ratings] = [
    Map.groupBy(await findHours(db, crewIds), (row) => row.crew_id),
    Map.groupBy(await findDaysOff(db, crewIds, dates), (row) => row.crew_id),
    new Map(
      (await findMarks(db, crewIds, visits)).map((row) => [`${row.customer_id}|${row.crew_id}`, row.mark]),
    ),
    Map.groupBy(await findWork(db, crewIds, dates), (row) => `${row.crew_id}|${row.date}`),
    await readReliability(db, crewIds, now),
    await crewAverages(db, crewIds, now),
  ]
  return {
    candidatesFor: (visit) =>
      crews
        .filter((crew) => crew.market_id === visit.marketId)
        .map((crew) => {
          const own = (work.get(`${crew.id}|${visit.date}`) ?? [])
            .filter((row) => row.id !== visit.id)
            .map(toOwn)
          const facts = toFacts(crew, hours.get(crew.id) ?? [], now)
          const daysOff = (off.get(crew.id) ?? []).map((row) => ({ from: row.from_date, to: row.to_date }))
          const mark = marks.get(`${visit.customerId}|${crew.id}`)
          return {
            crewId: crew.id,
            name: crew.name,
            distanceFeet: nearest(facts.base, own, visit.place),
            rangeFeet: crew.range_feet,
            rating: ratings.get(crew.id)?.stars ?? null,
            reliability: kept.get(crew.id)?.share ?? null,
            loadMinutes: own.reduce((sum, each) => sum + each.durationMinutes, 0),
            capacityMinutes: capacityOf(facts, visit.date),
            isFavourite: mark === 'favourite',
            isBlocked: mark === 'blocked',
            conflict: conflictOf(facts, visit, own, daysOff, now),
          }
        }),
  }
}

/** The window that is left of a visit, in minutes of its day. */
function windowLeft(
  visit: Pick<OfferedVisit, 'date' | 'startsAt' | 'endsAt' | 'zone'>,
  now: Instant,
): MinuteRange {
  const window = minutesOn(visit.date, visit.startsAt, visit.endsAt, visit.zone)
  if (dateAt(now, visit.zone) !== visit.date) return window
  return { ...window, startMinute: Math.max(window.startMinute, minutesOfDay(timeAt(now, visit.zone))) }
}

function conflictOf(
  crew: CrewFacts,
  visit: OfferedVisit,
  own: readonly OwnVisit[],
  daysOff: readonly DaysOff[],
  now: Instant,
): RefusalReason | null {
  if (crew.isFrozen) return 'account_frozen'
  if (isOff(visit, daysOff)) return 'day_not_worked'
  return refuseConflict(crew, toWork(visit, now), own)?.refused ?? null
}

function toWork(visit: OfferedVisit, now: Instant): Work {
  return {
    weekday: weekdayOf(visit.date),
    window: windowLeft(visit, now),
    durationMinutes: visit.durationMinutes,
    place: visit.place,
    serviceKey: visit.serviceKey,
  }
}

function toFacts(crew: CrewRow, hours: readonly HoursRow[], now: Instant): CrewFacts {
  return {
    id: crew.id,
    isFrozen: isFrozen({ frozenUntil: crew.frozen_until }, now),
    base: { lat: crew.lat, lng: crew.lng },
    rangeFeet: crew.range_feet,
    serviceKeys: crew.services,
    hours: Object.fromEntries(
      hours.map((day) => [day.weekday, toMinutes({ from: day.starts, until: day.ends })]),
    ),
  }
}

function toOwn(row: WorkRow): OwnVisit {
  return {
    window: minutesOn(row.date, row.starts_at, row.ends_at, row.time_zone),
    durationMinutes: visitMinutes(
      { minutes: row.minutes, minutesPerUnit: row.minutes_per_unit },
      row.quantity,
    ),
    place: { lat: row.lat, lng: row.lng },
  }
}

function minutesOn(date: LocalDate, startsAt: Instant, endsAt: Instant, zone: string): MinuteRange {
  return {
    startMinute: dateAt(startsAt, zone) < date ? 0 : minutesOfDay(timeAt(startsAt, zone)),
    endMinute: dateAt(endsAt, zone) > date ? 24 * 60 : minutesOfDay(timeAt(endsAt, zone)),
  }
}

/** From the base, or from where the crew is that day anyway. */
function nearest(base: LatLng, own: readonly OwnVisit[], place: LatLng): number {
  return Math.min(...[base, ...own.map((each) => each.place)].map((from) => distanceFeet(from, place)))
}

function capacityOf(crew: CrewFacts, date: LocalDate): number {
  const hours = crew.hours[weekdayOf(date)]
  return hours === undefined ? 0 : hours.endMinute - hours.startMinute
}

/** Read it with the crew locked (`lockCrew`), or two overlapping answers at once would both fit (field 15). */
export async function findClash(
  db: Db,
  crewId: UserId,
  visit: OfferedVisit,
  now: Instant,
): Promise<RefusalReason | null> {
  const work = toWork(visit, now)
  // By what it takes, not by when it begins (field 16).
  if (work.window.endMinute - work.window.startMinute < visit.durationMinutes) return 'too_late'
  const daysOff = await findDaysOff(db, [crewId], [visit.date])
  if (
    isOff(
      visit,
      daysOff.map((row) => ({ from: row.from_date, to: row.to_date })),
    )
  )
    return 'day_not_worked'
  const own = (await findWork(db, [crewId], [visit.date])).filter((row) => row.id !== visit.id).map(toOwn)
  return own.some((each) => !canDoBoth(each, work)) ? 'overlapping_work' : null
}
