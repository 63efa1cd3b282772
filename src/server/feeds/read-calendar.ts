/**
 * The stays that an iCalendar file tells of (RFC 5545), whoever wrote it: every event with its repeats, in days of the
 * place. A file that is not whole says nothing at all; what is in it and is no stay is counted by its reason.
 */
import { createHash } from 'node:crypto'
import ICAL from 'ical.js'
import type { FeedFault, Ignored } from '#domain/stays/calendar.ts'
import { readEvent } from '#domain/stays/feed-event.ts'
import { isOwnUid } from '#domain/stays/own-events.ts'
import type { Platform } from '#domain/stays/stay.ts'
import type { Reported } from '#domain/stays/truth.ts'
import { addDays, daysBetween, type LocalDate } from '#domain/time.ts'
import {
  type Budget,
  isCancelled,
  newBudget,
  type Span,
  spansOf,
  TooManyRepeats,
  type Window,
  writtenDays,
} from './find-spans.ts'
import { isOwn, openCalendars } from './open-calendars.ts'
import { decode, faultOfText } from './read-text.ts'

export type ReadCalendar =
  | { readonly fault: FeedFault }
  | {
      readonly reports: readonly Reported[]
      /** What the file itself says to be cancelled. */
      readonly cancelled: readonly Reported[]
      /** Names of events that are there, whatever they say. */
      readonly unread: readonly string[]
      readonly ignored: Readonly<Partial<Record<Ignored, number>>>
    }

const PAST_DAYS = 30
const AHEAD_DAYS = 730
const LONGEST_NIGHTS = 400
const LONGEST_ID = 400
/** Whatever a platform says of a guest stands at the beginning; looking through more may take its square. */
const LONGEST_SUMMARY = 1_000
const LONGEST_DESCRIPTION = 10_000
/** Of these nobody knows what they would say. */
const UNREAD: ReadonlySet<Ignored> = new Set<Ignored>(['unreadable', 'repeats', 'too_long'])
/** Every night of the window on three platforms. */
const MOST_STAYS = 3_000
/** In one night of one place: whoever lays them beside each other takes the square of it. */
const MOST_AT_ONCE = 50

export type Place = { readonly platform: Platform; readonly zone: string; readonly today: LocalDate }

export function readCalendar(body: Uint8Array, place: Place): ReadCalendar {
  const text = decode(body).replace(/\r\n?/g, '\n')
  const fault = faultOfText(text)
  if (fault !== null) return { fault }
  const calendars = openCalendars(text)
  if (calendars === null) return { fault: 'unreadable' }
  if (calendars.every(isOwn)) return { fault: 'own' }
  const window = {
    zone: place.zone,
    from: addDays(place.today, -PAST_DAYS),
    to: addDays(place.today, AHEAD_DAYS),
  }
  const ignored: Partial<Record<Ignored, number>> = {}
  const reports = new Map<string, Reported>()
  const cancelled = new Map<string, Reported>()
  const unread: string[] = []
  const budget = newBudget()
  for (const { event, isShared } of calendars.flatMap((calendar) => eventsOf(calendar, window))) {
    if (!isOwnUid(event.uid ?? '') && isCancelled(event)) {
      const report = cancelledIn(event, { place, window, isShared })
      if (report !== null) cancelled.set(report.externalId, report)
    }
    for (const each of reportsOf(event, { place, window, budget, isShared })) {
      if (typeof each !== 'string') reports.set(freeIdOf(reports, each), each)
      else ignored[each] = (ignored[each] ?? 0) + 1
      if (typeof each === 'string' && UNREAD.has(each) && event.uid) unread.push(shortened(event.uid))
    }
    if (reports.size > MOST_STAYS) return { fault: 'too_many_events' }
  }
  if (areTooManyAtOnce([...reports.values()])) return { fault: 'too_many_events' }
  const named = [...reports].map(([externalId, report]) => ({ ...report, externalId }))
  return {
    reports: named,
    cancelled: [...cancelled.values()].filter(({ externalId }) => !reports.has(externalId)),
    unread,
    ignored,
  }
}

/** What is written twice with the same days is one. */
function freeIdOf(reports: ReadonlyMap<string, Reported>, report: Reported): string {
  const { externalId, checkIn, checkOut } = report
  const first = reports.get(externalId)
  const isFree = first === undefined || (first.checkIn === checkIn && first.checkOut === checkOut)
  return isFree ? externalId : `${externalId}/${checkIn}`
}

/** Events with what was changed of their repeats; of one that is written twice the later writing. */
function eventsOf(calendar: ICAL.Component, window: Window): Named[] {
  // Without word of its changes every event would look through all the others for them.
  const all = calendar.getAllSubcomponents('vevent').map((each) => new ICAL.Event(each, { exceptions: [] }))
  const [changed, events] = [all.filter(isChangeOfRepeat), all.filter((event) => !isChangeOfRepeat(event))]
  const repeating = new Map(events.filter((event) => event.isRecurring()).map((event) => [event.uid, event]))
  for (const change of changed.filter((each) => faultOfDays(each, window) === null)) {
    const whole = repeating.get(change.uid)
    if (whole === undefined) events.push(change)
    else whole.relateException(change)
  }
  const byUid = Map.groupBy(events, (event) => event.uid ?? '')
  return [...byUid].flatMap(([uid, alike]) => {
    const latest = uid === '' ? alike : latestOf(alike)
    const isShared = uid !== '' && new Set(latest.map(startOf)).size > 1
    return latest.map((event) => ({ event, isShared }))
  })
}

function startOf({ component }: ICAL.Event): string {
  return String(component.getFirstProperty('dtstart')?.toICALString())
}

type Named = {
  readonly event: ICAL.Event
  /** Others have the same name: which of them it is, its day says, whichever of them are there. */
  readonly isShared: boolean
}

/** Some name all of their events alike; those who write one again number the writings. */
function latestOf(alike: readonly ICAL.Event[]): ICAL.Event[] {
  const latest = Math.max(...alike.map(({ sequence }) => sequence ?? 0))
  return alike.filter(({ sequence }) => (sequence ?? 0) === latest)
}

function isChangeOfRepeat(event: ICAL.Event): boolean {
  return event.component.hasProperty('recurrence-id')
}

type Reading = { readonly place: Place; readonly window: Window; readonly isShared: boolean }

function reportsOf(
  event: ICAL.Event,
  { budget, ...reading }: Reading & { readonly budget: Budget },
): (Reported | Ignored)[] {
  if (isOwnUid(event.uid ?? '')) return ['own']
  if (isCancelled(event)) return ['cancelled']
  try {
    const fault = faultOfDays(event, reading.window)
    return fault !== null
      ? [fault]
      : spansOf(event, reading.window, budget).map((span) => reportOf(span, reading))
  } catch (error) {
    return [error instanceof TooManyRepeats ? 'repeats' : 'unreadable']
  }
}

/** Null where it repeats, or where its days are none: then it is only missing. */
function cancelledIn(event: ICAL.Event, reading: Reading): Reported | null {
  try {
    if (event.isRecurring() || faultOfDays(event, reading.window) !== null) return null
    const [report] = spansOf(event, reading.window, newBudget()).map((span) => reportOf(span, reading))
    return report === undefined || typeof report === 'string' ? null : { ...report, state: 'cancelled' }
  } catch {
    return null
  }
}

function areTooManyAtOnce(reports: readonly Reported[]): boolean {
  const comings = reports.map(({ checkIn }) => checkIn).sort()
  const goings = reports.map(({ checkOut }) => checkOut).sort()
  let gone = 0
  return comings.some((day, at) => {
    while (goings[gone]! <= day) gone += 1
    return at + 1 - gone > MOST_AT_ONCE
  })
}

/** By what is written alone, before the reader counts with it. */
function faultOfDays(event: ICAL.Event, window: Window): Ignored | null {
  try {
    const { from, nights } = writtenDays(event)
    // Zones move a day by one at most.
    if (from > addDays(window.to, 1)) return 'far'
    return nights > LONGEST_NIGHTS + 1 ? 'too_long' : null
  } catch {
    return 'unreadable'
  }
}

function reportOf(span: Span, { place: { platform }, window, isShared }: Reading): Reported | Ignored {
  const { checkIn, checkOut, checkInTime, checkOutTime, event } = span
  if (checkOut <= checkIn) return 'no_night'
  if (checkOut < window.from) return 'over'
  if (checkIn > window.to) return 'far'
  if (daysBetween(checkIn, checkOut) > LONGEST_NIGHTS) return 'too_long'
  const words = {
    summary: (event.summary ?? '').slice(0, LONGEST_SUMMARY),
    description: (event.description ?? '').slice(0, LONGEST_DESCRIPTION),
  }
  return {
    externalId: idOf(span, isShared),
    state: 'booked',
    checkIn,
    checkOut,
    checkInTime,
    checkOutTime,
    ...readEvent(platform, words),
  }
}

function idOf({ uid, repeat, checkIn, checkOut }: Span, isShared: boolean): string {
  if (!uid) return `${checkIn}/${checkOut}`
  const which = repeat !== '' ? repeat : isShared ? checkIn : null
  return shortened(which === null ? uid : `${uid}/${which}`)
}

function shortened(id: string): string {
  return id.length <= LONGEST_ID ? id : createHash('sha256').update(id).digest('hex')
}
