/**
 * The stays that an iCalendar file tells of (RFC 5545), whoever wrote it: every event with its repeats, in days of the
 * place. A file that is not whole says nothing at all; what is in it and is no stay is counted by its reason.
 */
import { createHash } from 'node:crypto'
import ICAL from 'ical.js'
import type { FeedFault, Ignored } from '#domain/stays/calendar.ts'
import { readEvent } from '#domain/stays/feed-event.ts'
import { isOwnUid, OWN_PRODUCT } from '#domain/stays/own-events.ts'
import type { Platform } from '#domain/stays/stay.ts'
import type { Reported } from '#domain/stays/truth.ts'
import { addDays, daysBetween, type LocalDate } from '#domain/time.ts'
import { type Budget, newBudget, type Span, spansOf, TooManyRepeats, type Window } from './find-spans.ts'
import { decode, faultOfText, MOST_EVENTS } from './read-text.ts'

export type ReadCalendar =
  | { readonly fault: FeedFault }
  | { readonly reports: readonly Reported[]; readonly ignored: Readonly<Partial<Record<Ignored, number>>> }

const PAST_DAYS = 30
const AHEAD_DAYS = 730
const LONGEST_NIGHTS = 400
const LONGEST_ID = 400

export type Place = { readonly platform: Platform; readonly zone: string; readonly today: LocalDate }

export function readCalendar(body: Uint8Array, place: Place): ReadCalendar {
  const text = decode(body)
  const fault = faultOfText(text)
  if (fault !== null) return { fault }
  const calendar = parsed(text)
  if (calendar === null) return { fault: 'unreadable' }
  if (String(calendar.getFirstPropertyValue('prodid')) === OWN_PRODUCT) return { fault: 'own' }
  const window = {
    zone: place.zone,
    from: addDays(place.today, -PAST_DAYS),
    to: addDays(place.today, AHEAD_DAYS),
  }
  const ignored: Partial<Record<Ignored, number>> = {}
  const reports = new Map<string, Reported>()
  const budget = newBudget()
  for (const event of eventsOf(calendar)) {
    const received = reportsOf(event, { place, window, budget })
    for (const each of received) {
      if (typeof each === 'string') ignored[each] = (ignored[each] ?? 0) + 1
      else
        reports.set(
          reports.has(each.externalId) ? `${each.externalId}/${each.checkIn}` : each.externalId,
          each,
        )
    }
    if (reports.size > MOST_EVENTS) return { fault: 'too_many_events' }
  }
  const named = [...reports].map(([externalId, report]) => ({ ...report, externalId }))
  return { reports: named, ignored }
}

function parsed(text: string): ICAL.Component | null {
  try {
    const found: unknown = ICAL.parse(text.trim())
    const [first] = Array.isArray(found) && Array.isArray(found[0]) ? found : [found]
    const calendar = new ICAL.Component(first)
    for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
    return calendar
  } catch {
    return null
  } finally {
    ICAL.TimezoneService.reset()
  }
}

/** Events with what was changed of their repeats; of one that is written twice the later writing. */
function eventsOf(calendar: ICAL.Component): ICAL.Event[] {
  const all = calendar.getAllSubcomponents('vevent').map((each) => new ICAL.Event(each))
  const [changed, events] = [all.filter(isChangeOfRepeat), all.filter((event) => !isChangeOfRepeat(event))]
  const repeating = new Map(events.filter((event) => event.isRecurring()).map((event) => [event.uid, event]))
  for (const change of changed) {
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
  if (String(event.component.getFirstPropertyValue('status')).toUpperCase() === 'CANCELLED')
    return ['cancelled']
  try {
    return spansOf(event, window, budget).map((span) => reportOf(span, place, window))
  } catch (error) {
    return [error instanceof TooManyRepeats ? 'repeats' : 'unreadable']
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
