/**
 * The stays that an iCalendar file tells of (RFC 5545), whoever wrote it: every event with its repeats, in days of the
 * place. A file that is not whole says nothing at all; what is in it and is no stay is counted by its reason.
 */
import { createHash } from 'node:crypto'
import ICAL from 'ical.js'
import { mendLines } from '#domain/calendars/content-lines.ts'
import type { FeedFault, Ignored } from '#domain/stays/calendar.ts'
import { readEvent } from '#domain/stays/feed-event.ts'
import { isOwnUid, OWN_PRODUCT } from '#domain/stays/own-events.ts'
import type { Platform } from '#domain/stays/stay.ts'
import type { Reported } from '#domain/stays/truth.ts'
import { addDays, daysBetween, type LocalDate } from '#domain/time.ts'
import {
  type Budget,
  isBounded,
  isCancelled,
  newBudget,
  type Span,
  spansOf,
  TooManyRepeats,
  type Window,
  writtenDays,
} from './find-spans.ts'
import { decode, faultOfText } from './read-text.ts'

export type ReadCalendar =
  | { readonly fault: FeedFault }
  | { readonly reports: readonly Reported[]; readonly ignored: Readonly<Partial<Record<Ignored, number>>> }

const PAST_DAYS = 30
const AHEAD_DAYS = 730
const LONGEST_NIGHTS = 400
const LONGEST_ID = 400
/** Every night of the window on three platforms. */
const MOST_STAYS = 3_000
/** In one night of one place: whoever lays them beside each other takes the square of it. */
const MOST_AT_ONCE = 50
/** Of one file, and of one zone: more are nobody's. */
const MOST_ZONES = 20
const MOST_OBSERVANCES = 100

export type Place = { readonly platform: Platform; readonly zone: string; readonly today: LocalDate }

export function readCalendar(body: Uint8Array, place: Place): ReadCalendar {
  const text = decode(body).replace(/\r\n?/g, '\n')
  const fault = faultOfText(text)
  if (fault !== null) return { fault }
  const calendars = parsed(text)
  if (calendars === null) return { fault: 'unreadable' }
  if (calendars.every(isOwn)) return { fault: 'own' }
  const window = {
    zone: place.zone,
    from: addDays(place.today, -PAST_DAYS),
    to: addDays(place.today, AHEAD_DAYS),
  }
  const ignored: Partial<Record<Ignored, number>> = {}
  const reports = new Map<string, Reported>()
  const budget = newBudget()
  for (const event of calendars.flatMap((calendar) => eventsOf(calendar, window))) {
    const received = reportsOf(event, { place, window, budget })
    for (const each of received) {
      if (typeof each === 'string') ignored[each] = (ignored[each] ?? 0) + 1
      else
        reports.set(
          reports.has(each.externalId) ? `${each.externalId}/${each.checkIn}` : each.externalId,
          each,
        )
    }
    if (reports.size > MOST_STAYS) return { fault: 'too_many_events' }
  }
  if (areTooManyAtOnce([...reports.values()])) return { fault: 'too_many_events' }
  const named = [...reports].map(([externalId, report]) => ({ ...report, externalId }))
  return { reports: named, ignored }
}

/** Some join several calendars to one file. */
function parsed(text: string): ICAL.Component[] | null {
  try {
    const found: unknown = ICAL.parse(mendLines(text))
    const roots = Array.isArray(found) && Array.isArray(found[0]) ? found : [found]
    return roots.map(toCalendar)
  } catch {
    return null
  }
}

function toCalendar(root: unknown): ICAL.Component {
  if (!Array.isArray(root)) throw new TypeError('no component')
  const calendar = new ICAL.Component(root)
  for (const [at, zone] of calendar.getAllSubcomponents('vtimezone').entries())
    if (at >= MOST_ZONES || !isUsable(zone)) calendar.removeSubcomponent(zone)
  return calendar
}

/** Without its name a zone is no use to anybody, and the reader follows its clocks from year to year, however they go. */
function isUsable(zone: ICAL.Component): boolean {
  const observances = zone.getAllSubcomponents()
  const rules = observances
    .flatMap((each) => each.getAllProperties('rrule'))
    .map((rule) => rule.getFirstValue())
  return (
    zone.hasProperty('tzid') &&
    observances.length <= MOST_OBSERVANCES &&
    rules.length <= MOST_OBSERVANCES &&
    rules.every((rule) => rule instanceof ICAL.Recur && rule.freq === 'YEARLY' && isBounded(rule))
  )
}

function isOwn(calendar: ICAL.Component): boolean {
  return String(calendar.getFirstPropertyValue('prodid')) === OWN_PRODUCT
}

/** Events with what was changed of their repeats; of one that is written twice the later writing. */
function eventsOf(calendar: ICAL.Component, window: Window): ICAL.Event[] {
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
  return [...byUid].flatMap(([uid, alike]) => (uid === '' ? alike : latestOf(alike)))
}

/** Some name all of their events alike; those who write one again number the writings. */
function latestOf(alike: readonly ICAL.Event[]): ICAL.Event[] {
  const latest = Math.max(...alike.map(({ sequence }) => sequence ?? 0))
  return alike.filter(({ sequence }) => (sequence ?? 0) === latest)
}

function isChangeOfRepeat(event: ICAL.Event): boolean {
  return event.component.hasProperty('recurrence-id')
}

function reportsOf(
  event: ICAL.Event,
  { place, window, budget }: { readonly place: Place; readonly window: Window; readonly budget: Budget },
): (Reported | Ignored)[] {
  if (isOwnUid(event.uid ?? '')) return ['own']
  if (isCancelled(event)) return ['cancelled']
  try {
    const fault = faultOfDays(event, window)
    return fault !== null
      ? [fault]
      : spansOf(event, window, budget).map((span) => reportOf(span, place, window))
  } catch (error) {
    return [error instanceof TooManyRepeats ? 'repeats' : 'unreadable']
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

function reportOf(span: Span, { platform }: Place, window: Window): Reported | Ignored {
  const { checkIn, checkOut, checkInTime, checkOutTime, event } = span
  if (checkOut <= checkIn) return 'no_night'
  if (checkOut < window.from) return 'over'
  if (checkIn > window.to) return 'far'
  if (daysBetween(checkIn, checkOut) > LONGEST_NIGHTS) return 'too_long'
  const words = { summary: event.summary ?? '', description: event.description ?? '' }
  return {
    externalId: idOf(span),
    state: 'booked',
    checkIn,
    checkOut,
    checkInTime,
    checkOutTime,
    ...readEvent(platform, words),
  }
}

function idOf({ uid, repeat, checkIn, checkOut }: Span): string {
  const id = uid ? (repeat === '' ? uid : `${uid}/${repeat}`) : `${checkIn}/${checkOut}`
  return id.length <= LONGEST_ID ? id : createHash('sha256').update(id).digest('hex')
}
